/** Commands look at a folder that a server is writing to: its files are not read at the same instant. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { sealOf } from '#db/integrity/examine-folder.ts';
import { EventLog } from '#db/log/event-log.ts';
import { hold } from '../changes.ts';
import { openIn, withFile } from '../folder.ts';
import { fileOf } from '../read-models/spoil.ts';

/** A folder with one booking. Each time that the end of its log has been read, the server does this. */
async function busyWith(work: (folder: string) => void): Promise<string> {
  const { store, folder, close } = openIn();
  await store.change(hold('b1'));
  close();
  const head = Reflect.get(EventLog.prototype, 'head');
  vi.spyOn(EventLog.prototype, 'head').mockImplementation(function (this: EventLog) {
    const read = head.call(this);
    work(folder);
    return read;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return folder;
}

test('keys that are made while the log is read do not make the vault seem older', async () => {
  const folder = await busyWith((at) => {
    withFile(at, 'vault.db', (db) => db.exec('UPDATE shop SET state = state + 4'));
    const state = withFile(at, 'vault.db', (db) => db.prepare<[], number>('SELECT state FROM shop').pluck().get());
    withFile(at, 'log.db', (db) => db.prepare('UPDATE shop SET vault_state = ?').run(state));
  });
  expect(sealOf(folder)).toBeNull();
});

test('events that reach a read model after the log was read do not make the log seem older', async () => {
  const folder = await busyWith((at) => {
    // The event itself would be in the log by now.
    withFile(at, fileOf('bookings'), (db) => db.exec('UPDATE progress SET position = 1000'));
  });
  expect(sealOf(folder)).toBeNull();
});
