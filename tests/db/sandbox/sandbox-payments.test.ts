import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { SandboxPaymentStore } from '#db/sandbox/sandbox-payments.ts';
import { tempFolder } from '../../temp-folder.ts';

function open(file: string): SandboxPaymentStore {
  const store = new SandboxPaymentStore(file);
  onTestFinished(() => store.close());
  return store;
}

/** Does something right after the next connection has read which version its file has. */
function afterVersionRead(act: () => void): void {
  const pragma = Object.getOwnPropertyDescriptor(Database.prototype, 'pragma')!.value as Database.Database['pragma'];
  const restore = () => void Object.assign(Database.prototype, { pragma });
  Database.prototype.pragma = function read(this: Database.Database, ...args) {
    const result = pragma.apply(this, args);
    if (args[0] === 'user_version') {
      restore();
      act();
    }
    return result;
  };
  onTestFinished(restore);
}

test('two processes that make the file at the same moment make it once', () => {
  const file = join(tempFolder(), 'sandbox.db');
  afterVersionRead(() => open(file));
  expect(open(file).nextNotice()).toBeNull();
});
