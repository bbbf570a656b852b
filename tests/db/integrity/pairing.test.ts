import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { Pairing } from '#db/integrity/pairing.ts';
import { openSqlite } from '#db/disk/sqlite.ts';
import type { Store } from '#db/store.ts';
import { day, hold } from '../changes.ts';
import { openIn, unname, withFile } from '../folder.ts';
import { readRows } from '../rows.ts';
import { SECOND, killed, putBack, shop } from '../shop-files.ts';
import { tempFolder } from '../../temp-folder.ts';

test('a log of another site is distinguished from an older one', async () => {
  const { folder, close } = await shop();
  close();
  const other = openIn();
  for (let index = 0; index < 5; index++) await other.store.change(hold(`c${index}`, { date: day(index) }));
  other.close();
  putBack(folder, other.folder, 'log.db');
  expect(openIn(folder).store.unready).toBe('log.db and vault.db do not belong together: each names another site.');
});

test('a log of another site that has fewer events is not taken for an older one, which could be accepted', async () => {
  const { folder, close } = await shop();
  close();
  const other = openIn();
  await other.store.change(hold('c1'));
  other.close();
  putBack(folder, other.folder, 'log.db');
  const { store } = openIn(folder);
  expect(store.unready).toBe('log.db and vault.db do not belong together: each names another site.');
  expect(store.seal?.isAcceptable).toBe(false);
});

test('a log that names no site yet is not taken for an older one of this site', async () => {
  const { folder, close } = await shop();
  close();
  const other = openIn();
  await other.store.change(hold('c1'));
  other.close();
  unname(other.folder, ['log.db']);
  putBack(folder, other.folder, 'log.db');
  const { store } = openIn(folder);
  expect(store.unready).toBe('log.db is from before it and vault.db named each other.');
  expect(store.seal?.isAcceptable).toBe(false);
});

test('a log that continued from an older copy is distinguished from the one that the vault knows', async () => {
  const { folder, earlier, close } = await shop();
  close();
  // Both were put back, and the site went on; then only the vault of before was found again.
  const branch = openIn(earlier);
  for (let index = 0; index < 5; index++) await branch.store.change(hold(`c${index}`, { date: day(index + 20) }));
  branch.close();
  putBack(folder, earlier, 'log.db');
  expect(openIn(folder).store.unready).toBe('log.db is not the one that vault.db knows: event 6 is another.');
});

test.each([
  ['a change', async (store: Store) => void (await store.change(hold('b4', { date: day(3) })))],
  ["a follower's checkpoint", async (store: Store) => store.checkpoints.set('mail', 2)],
])('within the second before anything is noted, a vault that lost its last keys shows with %s', async (_, write) => {
  const { store, folder } = await shop();
  const before = killed(folder);
  store.forget(['nobody']);
  store.manageLinks.remember('token of b3', { booking: 'b3', generation: 0 });
  await write(store);
  vi.advanceTimersByTime(SECOND);
  const left = killed(folder);
  putBack(left, before, 'vault.db');
  expect(openIn(left).store.unready).toMatch(/^vault\.db is older than log\.db/);
});

test('what was written in the last second before a kill is known only from the read models', async () => {
  const { store, folder } = await shop();
  const before = killed(folder);
  await store.change(hold('b4', { date: day(3) }));
  await readRows(store);
  const left = killed(folder);
  putBack(left, before, 'log.db');
  expect(openIn(left).store.unready).toMatch(/^log\.db is older than read-.*\.db: it ends at event 6/);
});

test("recording the other file's state does not count as a change, so it does not repeat", async () => {
  const { folder } = await shop();
  const state = () => withFile(folder, 'vault.db', (db) => db.prepare('SELECT state FROM shop').pluck().get());
  const before = state();
  vi.advanceTimersByTime(5 * SECOND);
  expect(state()).toBe(before);
});

test('every table of the vault counts, whatever is written to it', async () => {
  const { folder } = await shop();
  withFile(folder, 'vault.db', (db) => {
    const tables = db.prepare<[], string>(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all();
    const counted = db
      .prepare<[], string>(`SELECT DISTINCT tbl_name FROM sqlite_master WHERE type = 'trigger'`)
      .pluck();
    expect(counted.all().toSorted()).toEqual(tables.filter((name) => !/^(?:shop|sqlite_)/.test(name)).toSorted());
  });
});

test('a folder from before log and vault named each other opens as it is, and gets its names', async () => {
  const { folder, close, earlier } = await shop();
  close();
  unname(folder, ['log.db', 'vault.db']);
  const again = openIn(folder);
  expect(again.store.seal).toBeNull();
  expect((await readRows(again.store)).bookings).toHaveLength(3);
  again.close();
  putBack(folder, earlier, 'vault.db');
  expect(openIn(folder).store.seal).not.toBeNull();
});

test('a start continues one that was interrupted between naming the log and naming the vault', async () => {
  const { folder, close } = await shop();
  close();
  unname(folder, ['log.db', 'vault.db']);
  const { store } = openIn(folder);
  store.close();
  unname(folder, ['vault.db']);
  withFile(folder, 'log.db', (db) => db.exec('UPDATE shop SET vault_state = 0'));
  const again = openIn(folder);
  expect(again.store.seal).toBeNull();
  await again.store.change(hold('b9', { date: day(9) }));
});

test('a first start that was cut off at any moment is a first start again', () => {
  for (const files of [['writer.lock'], ['writer.lock', 'log.db'], ['writer.lock', 'log.db', 'vault.db']]) {
    const whole = openIn();
    whole.close();
    const folder = tempFolder();
    for (const file of files) copyFileSync(join(whole.folder, file), join(folder, file));
    if (!files.includes('vault.db') && files.includes('log.db')) {
      withFile(folder, 'log.db', (db) => db.exec('UPDATE shop SET vault_state = 0'));
    }
    expect(openIn(folder).store.seal).toBeNull();
  }
});

test('the recorded state of the vault never goes down: a vault that lost changes in use is detected', async () => {
  const { folder, close } = await shop();
  close();
  const state = (table: string) => withFile(folder, table, (db) => db.prepare('SELECT * FROM shop').get());
  const noted = state('log.db');
  const log = openSqlite(join(folder, 'log.db'), 'truth');
  const vault = openSqlite(join(folder, 'vault.db'), 'truth');
  vault.exec('UPDATE shop SET state = state - 2');
  new Pairing(log, vault).noteVault();
  for (const db of [log, vault]) db.close();
  expect(state('log.db')).toEqual(noted);
  expect(openIn(folder).store.unready).toContain('vault.db is older than log.db: 2 changes of it are missing');
});
