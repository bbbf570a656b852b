import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { hold } from '../changes.ts';
import { connectionsOf } from '../connections.ts';
import { openIn } from '../folder.ts';
import { readRows } from '../rows.ts';

/** Less than SQLite waits for another process, in milliseconds. */
const SOON = 4000;
/** A machine that stands still for a moment will not do so each time. */
const TIMED = { retry: 2 };

/** A read transaction of another process, such as a backup's. Returns how it ends. */
function readBeside(folder: string, file: string): () => void {
  const db = new Database(join(folder, file), { readonly: true });
  onTestFinished(() => void db.close());
  db.exec('BEGIN; SELECT count(*) FROM sqlite_master');
  db.prepare('SELECT count(*) FROM sqlite_master').get();
  return () => db.exec('COMMIT');
}

async function inUse() {
  const open = openIn();
  await open.store.change(hold('b1'));
  await readRows(open.store);
  return open;
}

/** How many milliseconds something took. */
async function timeOf(act: () => unknown): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

test(
  'while another process reads the database, requests need not wait for it when a person is forgotten',
  TIMED,
  async () => {
    const { store, folder } = await inUse();
    const stop = readBeside(folder, 'halfday.db');
    expect(await timeOf(() => store.forget(['nobody']))).toBeLessThan(SOON);
    const journal = () => statSync(join(folder, 'halfday.db-wal')).size;
    const before = journal();
    expect(await timeOf(() => store.cleanFiles())).toBeLessThan(SOON);
    expect(journal()).toBe(before);
    stop();
    await store.cleanFiles();
    expect(journal()).toBe(0);
  },
);

test(
  'while another process writes to the database, requests need not wait for it when the files are cleaned',
  TIMED,
  async () => {
    const { store, folder } = await inUse();
    const db = new Database(join(folder, 'halfday.db'));
    onTestFinished(() => void db.close());
    db.exec('BEGIN IMMEDIATE');
    expect(await timeOf(() => store.cleanFiles())).toBeLessThan(SOON);
  },
);

test('a store closes soon though another process reads its read models', TIMED, async () => {
  const { close, folder } = await inUse();
  const file = readdirSync(folder).find((name) => /^read-bookings-\d+\.db$/.test(name));
  readBeside(folder, file!);
  expect(await timeOf(close)).toBeLessThan(SOON);
});

test('where a moment is all it takes, another process is waited for as before', async () => {
  const { result, connections } = connectionsOf(inUse);
  const { store } = await result;
  store.forget(['nobody']);
  expect(connections.get('halfday.db')!.pragma('busy_timeout', { simple: true })).toBe(5000);
});
