import { openSync, readFileSync, closeSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openIn, withFile } from '../folder.ts';
import { killed, remove, shop } from '../shop-files.ts';

const HEADER_BYTES = 32;
const FRAME_BYTES = 24 + 4096;

/** Changes one bit of a file. */
function flip(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 4;
  const handle = openSync(file, 'r+');
  writeSync(handle, bytes, at, 1, at);
  closeSync(handle);
}

test.each([
  ['log.db', 17, 'log.db-wal is damaged at its beginning.'],
  ['log.db', HEADER_BYTES + 2 * FRAME_BYTES + 2000, 'log.db-wal is damaged at its frame 3.'],
  ['vault.db', HEADER_BYTES + 1 * FRAME_BYTES + 2000, 'vault.db-wal is damaged at its frame 2.'],
])('a bit of the journal of %s at %i is not only told as an older file', async (name, at, says) => {
  const { folder } = await shop();
  const copy = killed(folder);
  const journal = join(copy, `${name}-wal`);
  expect(statSync(journal).size).toBeGreaterThan(at);
  flip(journal, at);
  remove(copy, `${name}-shm`);
  const { seal } = openIn(copy).store;
  expect(seal?.reason).toContain(says);
  expect(seal?.reason).toContain(`${name} is older than`);
  expect(seal?.advice).toMatch(/^Stop the server and copy the whole folder first/);
});

test('a trigger of the vault whose text has changed is made again', async () => {
  const { folder, close } = await shop();
  close();
  const triggers = () =>
    withFile(folder, 'vault.db', (db) =>
      db.prepare<[], string>(`SELECT sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name`).pluck().all(),
    );
  const before = triggers();
  withFile(folder, 'vault.db', (db) => {
    db.unsafeMode();
    db.pragma('writable_schema = ON');
    db.exec(
      `UPDATE sqlite_master SET sql = replace(sql, 'state + 1', 'sdate + 1') WHERE name = 'sign_ins_counts_insert'`,
    );
  });
  expect(triggers()).not.toEqual(before);
  openIn(folder).close();
  expect(triggers()).toEqual(before);
});
