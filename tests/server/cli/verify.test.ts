import { cpSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spoilPart } from '../../db/spoil.ts';
import { day, hold } from '../../db/changes.ts';
import { openIn, withDatabase } from '../../db/folder.ts';
import { tempFolder } from '../../temp-folder.ts';
import { events } from './command.ts';

/** An open store with three bookings. */
async function shop() {
  const open = openIn();
  for (const [index, id] of ['b1', 'b2', 'b3'].entries()) await open.store.change(hold(id, { date: day(index) }));
  return open;
}

test.each([4096, 20_000])('a log that was cut to %i bytes is reported beside its whole journal', async (size) => {
  const { folder } = await shop();
  const left = join(tempFolder(), 'as a kill leaves it');
  cpSync(folder, left, { recursive: true });
  truncateSync(join(left, 'halfday.db'), size);
  const { code, err } = await events(left, 'verify');
  expect(err).toMatch(/halfday\.db is damaged.* Restore it from a backup/);
  expect(code).toBe(1);
});

test.each(['sold_units', 'idempotency', 'jobs_due', 'sign_ins'])(
  'verify names the part with a damaged page: %s',
  async (part) => {
    const { folder, close } = await shop();
    await close();
    spoilPart(folder, 'halfday.db', part);
    const { code, out, err } = await events(folder, 'verify');
    expect(out).toContain('6 events verified.');
    expect(err).toMatch(new RegExp(`/halfday\\.db is damaged: .*, of ${part}\\. Restore it from a backup`));
    expect(code).toBe(1);
  },
);

test('verify says that a file is no database, and what to do', async () => {
  const { folder, close } = await shop();
  await close();
  writeFileSync(join(folder, 'halfday.db'), 'garbage. '.repeat(1000));
  const { code, err } = await events(folder, 'verify');
  expect(err).toContain(
    `${join(folder, 'halfday.db')} cannot be used: file is not a database (SQLITE_NOTADB). Restore it from a backup`,
  );
  expect(code).toBe(1);
});

test('verify names an event that is missing from a damaged index', async () => {
  const { folder, close } = await shop();
  await close();
  spoilPart(folder, 'halfday.db', 'sqlite_autoindex_events_1');
  const { code, err } = await events(folder, 'verify');
  expect(err).toContain('The first bad event is at position 1');
  expect(err).toContain('the index of its stream does not lead to it');
  expect(code).toBe(1);
});

test('verify reports an index that lacks a row of its table', async () => {
  const { folder, close } = await shop();
  await close();
  const nameInIndex = (column: string) =>
    withDatabase(folder, (db) => {
      db.unsafeMode().pragma('writable_schema = ON');
      db.prepare(`UPDATE sqlite_master SET sql = ? WHERE name = 'addresses_of_account'`).run(
        `CREATE INDEX addresses_of_account ON addresses (${column})`,
      );
    });
  nameInIndex('address');
  withDatabase(folder, (db) => db.exec(`INSERT INTO addresses (address, account) VALUES ('ada@example.com', 'a1')`));
  nameInIndex('account');
  const { code, err } = await events(folder, 'verify');
  expect(err).toMatch(/halfday\.db is damaged: row 1 missing from index addresses_of_account/);
  expect(code).toBe(1);
});

test('verify says that the events are damaged', async () => {
  const { folder, close } = await shop();
  await close();
  spoilPart(folder, 'halfday.db', 'events');
  const { code, err } = await events(folder, 'verify');
  expect(err).toMatch(/\/halfday\.db is damaged: .*, of events\. Restore it/);
  expect(code).toBe(1);
});
