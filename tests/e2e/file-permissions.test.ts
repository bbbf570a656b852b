import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { endedStart } from './ended-start.ts';
import { HttpCustomer } from './http-customer.ts';
import { MAIN, startServer } from './server.ts';

/** An unprivileged user: file modes do not restrict root. */
const NOBODY = 65_534;
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] as const;

/** Whether this is root, and can start the product as that user: some containers have no other user, or give it no programs. */
function canBeNobody(): boolean {
  const [program, ...args] = AS_NOBODY;
  return process.getuid?.() === 0 && spawnSync(program, [...args, process.execPath, '--check', MAIN]).status === 0;
}

const used = mkdtempSync(join(tmpdir(), 'halfday-used-'));

beforeAll(async () => {
  const server = await startServer({ DATA_FOLDER: used });
  await new HttpCustomer(server.origin).book(5);
  await server.stop();
  mkdirSync(join(used, 'mailbox'), { recursive: true });
});
afterAll(() => rmSync(used, { recursive: true, force: true }));

/** A copy of the data folder of a stopped server, which belongs to the unprivileged user. */
function usedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'halfday-permissions-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(used, folder, { recursive: true });
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of [folder, ...names.map((name) => join(folder, name))]) chownSync(path, NOBODY, NOBODY);
  return folder;
}

function start(folder: string) {
  const [program, ...args] = [...AS_NOBODY, process.execPath];
  return endedStart({ DATA_FOLDER: folder }, { program, args });
}

test.runIf(canBeNobody()).each(['halfday.db', 'cookie-secret', 'writer.lock', 'mailbox'])(
  'when %s cannot be read, the start fails and says which file and what to do',
  async (name) => {
    const folder = usedFolder();
    chmodSync(join(folder, name), 0);
    const { code, err } = await start(folder);
    expect(err).toMatch(new RegExp(`^${join(folder, name)} cannot be used: .*[.)] [A-Z].*\\.$`, 'm'));
    expect(err).not.toMatch(/^\s+at /m);
    expect(code).toBe(1);
  },
);

test.runIf(canBeNobody()).each(['halfday.db', 'writer.lock'])(
  'when %s is not writable, the start fails and says which file and what to do',
  async (name) => {
    const folder = usedFolder();
    chownSync(join(folder, name), 0, 0);
    chmodSync(join(folder, name), 0o444);
    const { code, err } = await start(folder);
    expect(err).toMatch(new RegExp(`^${join(folder, name)} cannot be used: .*SQLITE_READONLY.*chown`, 'm'));
    expect(err).not.toMatch(/^\s+at /m);
    expect(code).toBe(1);
  },
);
