import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hold } from '../../db/changes.ts';
import { failStatements } from '../../db/disk/failing-statements.ts';
import { openIn } from '../../db/folder.ts';
import { events } from './command.ts';
import { fileOf } from '../../db/query-plans.ts';

const ADVICE = 'Make room or make it writable, and run the command again.';

async function closedFolder(): Promise<string> {
  const { store, folder, close } = openIn();
  await store.change(hold('b1'));
  close();
  return folder;
}

test.each([
  ['SQLITE_IOERR_SHMSIZE', `the disk seems to be full (SQLITE_IOERR_SHMSIZE). ${ADVICE}`],
  ['SQLITE_FULL', `the disk is full (SQLITE_FULL). ${ADVICE}`],
  ['SQLITE_IOERR_READ', `the disk failed (SQLITE_IOERR_READ). Check the disk. `],
])('verify names the file that cannot be read (%s), and says what to do', async (code, words) => {
  const folder = await closedFolder();
  failStatements(code, ({ readonly }) => readonly);
  const { code: exit, err } = await events(folder, 'verify');
  expect(err).toContain(`${join(folder, 'halfday.db')} cannot be used: ${words}`);
  expect(exit).toBe(1);
});

test('rebuild names the file for which the disk has no room, and says what to do', async () => {
  const folder = await closedFolder();
  failStatements('SQLITE_FULL', ({ name }) => name.includes('building-'));
  const { code, err } = await events(folder, 'rebuild', 'users');
  const file = join(folder, `building-${fileOf('users')}`);
  expect(err).toContain(`${file} cannot be used: the disk is full (SQLITE_FULL). ${ADVICE}\n`);
  expect(code).toBe(1);
});
