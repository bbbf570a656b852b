import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { EventLog } from '#db/log/event-log.ts';
import { LogPages } from '#db/log/log-pages.ts';
import { NOW } from '../../events/facts.ts';
import { hold, openMany } from '../changes.ts';
import { openIn } from '../folder.ts';

const positions = (pages: LogPages, filter: Parameters<LogPages['read']>[0], limit = 3) =>
  pages.read(filter, limit).map(({ event }) => event.position);

test('pages are read from the newest event back, by type, by stream, by both and between positions', async () => {
  const { store } = openIn();
  await store.change(hold('b1'));
  await store.change(openMany('b1', 5));
  const { logPages } = store;
  expect(positions(logPages, {})).toEqual([7, 6, 5]);
  expect(positions(logPages, { before: 5 })).toEqual([4, 3, 2]);
  expect(positions(logPages, { before: 5, after: 3 })).toEqual([4]);
  expect(positions(logPages, { type: 'SlotHeld' })).toEqual([1]);
  expect(positions(logPages, { stream: 'booking-b1', before: 4 })).toEqual([3, 1]);
  expect(positions(logPages, { stream: 'booking-b1', type: 'CheckoutOpened', before: 4 })).toEqual([3]);
  expect(positions(logPages, { stream: 'booking-b2' })).toEqual([]);
});

test('personal data of a page stays encrypted', async () => {
  const { store } = openIn();
  await store.change(hold('b1'));
  const [held] = store.logPages.read({ type: 'SlotHeld' }, 1);
  expect(held?.event.data).toMatchObject({ personal: expect.any(String) });
});

test('the last position before an instant is found', async () => {
  let now = NOW;
  const { store } = openIn(undefined, () => now);
  expect(store.logPages.lastBefore(NOW)).toBe(0);
  await store.change(hold('b1'));
  now += 1000;
  await store.change(openMany('b1', 3));
  expect(store.logPages.lastBefore(NOW)).toBe(0);
  expect(store.logPages.lastBefore(NOW + 1)).toBe(2);
  expect(store.logPages.lastBefore(NOW + 1000)).toBe(2);
  expect(store.logPages.lastBefore(NOW + 1001)).toBe(5);
});

/** The query plan of each statement that `run` executes on a log. */
async function plansOf(run: (db: Database.Database) => void): Promise<string[]> {
  const { store, folder, close } = openIn();
  await store.change(hold('b1'));
  close();
  const statements: string[] = [];
  const verbose = (sql: unknown) => void statements.push(String(sql));
  const db = new Database(join(folder, 'halfday.db'), { readonly: true, verbose });
  onTestFinished(() => void db.close());
  run(db);
  return statements.splice(0).map((sql) => {
    const steps = db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all();
    return steps.map(({ detail }) => detail).join('\n');
  });
}

test('every page is read by an index in the order in which it is shown', async () => {
  const plans = await plansOf((db) => {
    const pages = new LogPages(db);
    pages.read({}, 51);
    pages.read({ type: 'SlotHeld' }, 51);
    pages.read({ stream: 'booking-b1' }, 51);
    pages.read({ stream: 'booking-b1', type: 'SlotHeld' }, 51);
  });
  expect(plans).toEqual([
    'SEARCH events USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)',
    'SEARCH events USING INDEX events_by_type (type=? AND rowid>? AND rowid<?)',
    'SEARCH events USING INDEX sqlite_autoindex_events_1 (stream=?)',
    'SEARCH events USING INDEX sqlite_autoindex_events_1 (stream=?)',
  ]);
});

test('the instant of a page is found by the positions alone, in few steps', async () => {
  const plans = await plansOf((db) => void new LogPages(db).lastBefore(NOW + 1));
  expect(new Set(plans)).toEqual(new Set(['SEARCH events', 'SEARCH events USING INTEGER PRIMARY KEY (rowid=?)']));
});

test('followers of some types read on in log order, without a sort', async () => {
  const plans = await plansOf((db) => {
    const log = new EventLog(db);
    log.readerOf(['SlotHeld', 'HoldExpired'])(0, 10);
    log.placesOf(['SlotHeld', 'HoldExpired'])(0, 10);
  });
  expect(new Set(plans)).toEqual(new Set(['SEARCH events USING INTEGER PRIMARY KEY (rowid>?)']));
});
