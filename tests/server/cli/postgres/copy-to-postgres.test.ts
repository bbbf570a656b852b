import { expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '#db/open-store.ts';
import type { Store } from '#db/store.ts';
import { runEvents } from '#server/cli/events-command.ts';
import { CAUSE, day, hold, openMany, pay } from '../../../db/changes.ts';
import { withDatabase } from '../../../db/folder.ts';
import { createDatabase, openPostgres, runSql } from '../../../db/postgres.ts';
import { readRows } from '../../../db/rows.ts';
import { NOW, PERSONAL } from '../../../events/facts.ts';
import { tempFolder } from '../../../temp-folder.ts';
import { printed } from '../command.ts';

const JOB = { kind: 'mail', key: 'a', orderKey: 'a', due: NOW, position: null };
const enqueue = (key: string) => ({
  streams: {},
  decide: () => ({}),
  cause: CAUSE,
  newJobs: [{ ...JOB, key }],
});

async function openSqlite(folder: string): Promise<Store> {
  const store = await openStore({ folder, now: () => NOW, withSandbox: true });
  onTestFinished(() => store.close());
  return store;
}

/** A stopped site on SQLite with two bookings and two jobs. */
async function stoppedSite() {
  const folder = tempFolder();
  const store = await openSqlite(folder);
  await store.change(hold('b1'));
  await store.change(openMany('b1', 1500));
  await store.change(pay('b1'));
  await store.change(hold('b2', { date: day(1) }));
  await store.change(enqueue('one'));
  await store.change(enqueue('two'));
  const rows = await readRows(store);
  await store.close();
  return { folder, rows, position: store.position };
}

function run(folder: string, url: string | undefined, ...words: string[]) {
  vi.stubEnv('DATA_FOLDER', folder);
  vi.stubEnv('DATABASE_URL', url);
  return printed(() => runEvents(words));
}

const copy = (folder: string, url: string | undefined) => run(folder, url, 'copy-to-postgres');

test('a stopped site is copied: every table, the keys of persons, and a log with the same last hash', async () => {
  const { folder, rows, position } = await stoppedSite();
  const url = await createDatabase('template0');
  const { code, out, err } = await copy(folder, url);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const head = withDatabase(folder, (db) => db.prepare('SELECT hash FROM events ORDER BY position DESC').pluck().get());
  expect(out).toContain('1,507 events copied and verified.');
  expect(out).toMatch(/^ {2}jobs +2$/m);
  expect(out).toContain(`\nhead ${position}:${String(head)}\n`);
  const store = await openPostgres(url, { withSandbox: true });
  expect(await readRows(store)).toEqual(rows);
  expect((await store.eventAt(1)).data).toMatchObject({ personal: PERSONAL });
  await store.change(enqueue('three'));
  await expect(store.change(hold('b3'))).rejects.toMatchObject({ refusal: 'slot-taken' });
  await store.change(hold('b3', { date: day(2) }));
  expect((await run(folder, url, 'verify', '--expect', `${position}:${String(head)}`)).out).toContain(
    `Event ${position} is the expected one.`,
  );
});

test('a server does not open a new database beside a database in its folder, which can then be copied', async () => {
  const { folder } = await stoppedSite();
  const url = await createDatabase('template0');
  await expect(openStore({ folder, url, now: () => NOW })).rejects.toThrow('copy-to-postgres');
  expect(await copy(folder, url)).toMatchObject({ code: 0 });
  await (await openStore({ folder, url, now: () => NOW, withSandbox: true })).close();
});

test('a database that is not empty is refused: of another program, or with a copy', async () => {
  const { folder } = await stoppedSite();
  const url = await createDatabase('template0');
  await runSql(url, 'CREATE TABLE recipes (name TEXT)');
  const words = 'The database at DATABASE_URL is not empty: it has';
  expect(await copy(folder, url)).toMatchObject({
    code: 1,
    err: `${words} a table recipes. Set DATABASE_URL to an empty one.\n`,
  });
  await runSql(url, 'DROP TABLE recipes');
  expect((await copy(folder, url)).code).toBe(0);
  expect(await copy(folder, url)).toMatchObject({
    code: 1,
    err: `${words} 1507 rows in events. Set DATABASE_URL to an empty one.\n`,
  });
});

test('a site whose server runs is not copied', async () => {
  const { folder } = await stoppedSite();
  await openSqlite(folder);
  expect(await copy(folder, await createDatabase('template0'))).toMatchObject({
    code: 1,
    err: `Another process is writing to ${folder}. Stop that one first, or set DATA_FOLDER to another.\n`,
  });
});

test.each([
  [undefined, 'DATABASE_URL is not set. Set it to an empty PostgreSQL database: postgres://...'],
  ['mysql://x/y', 'DATABASE_URL must be like postgres://user:password@host/database'],
  ['postgres://a:b@127.0.0.1:1/c', `The database at DATABASE_URL can't be opened: connect ECONNREFUSED 127.0.0.1:1. `],
  ['postgres://', `The database at DATABASE_URL can't be opened: `],
])('without a database that responds at %s, the command says so', async (url, words) => {
  const { folder } = await stoppedSite();
  const { code, err } = await copy(folder, url);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(words) });
});

test('a log with an altered event is not copied, and the same database takes the next copy', async () => {
  const { folder } = await stoppedSite();
  const other = await stoppedSite();
  withDatabase(folder, (db) =>
    db.exec(`DROP TRIGGER events_are_never_changed; UPDATE events SET correlation = 'x' WHERE position = 2`),
  );
  const url = await createDatabase('template0');
  expect(await copy(folder, url)).toMatchObject({
    code: 1,
    err: expect.stringContaining('halfday.db is damaged at event 2 (day-2027-03-16)'),
  });
  expect((await copy(other.folder, url)).code).toBe(0);
});
