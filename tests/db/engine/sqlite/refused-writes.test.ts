import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { isStorageError } from '#db/open-store.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { PATIENCE_MS } from '../../../patience.ts';
import { CAUSE, day, hold, pay } from '../../changes.ts';
import { connectionsOf } from '../../connections.ts';
import { openIn, withDatabase } from '../../folder.ts';
import { logRows, readRows } from '../../rows.ts';

/** A store with a held booking, and the connection to its database. */
async function storeAndConnection() {
  const { result: open, connections } = connectionsOf(() => openIn());
  await open.store.change(hold('b1'));
  return { ...open, db: connections.get('halfday.db')! };
}

/** Keeps the database from growing, as a full disk does. Returns a function that makes room again. */
function fill(db: Database.Database): () => void {
  db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true }))}`);
  return () => void db.pragma('max_page_count = 1073741823');
}

/** An event too large for the room left in the pages there are. */
const LARGE = {
  streams: { booking: bookingStream('b1') },
  decide: () => ({
    booking: [{ type: 'CheckoutOpened' as const, data: { checkout: 'c'.repeat(100_000), attempt: 1 } }],
  }),
  cause: CAUSE,
};

test('on a full disk a change is refused, reading goes on, and writing resumes once there is room', async () => {
  const { store, db, failures } = await storeAndConnection();
  const makeRoom = fill(db);
  const outcomes = await Promise.allSettled([store.change(LARGE), store.change(LARGE)]);
  expect(outcomes).toMatchObject([{ reason: { code: 'SQLITE_FULL' } }, { reason: { code: 'SQLITE_FULL' } }]);
  expect(store.writeRefusal).toBe('halfday.db cannot be written: database or disk is full (SQLITE_FULL)');
  expect(await readRows(store)).toMatchObject({ bookings: [{ id: 'b1', status: 'held' }] });
  expect((await store.stateOf(bookingStream('b1')))?.checkouts).toEqual([]);
  expect(store.position).toBe(2);
  makeRoom();
  await store.change(LARGE);
  expect(store.writeRefusal).toBeNull();
  await store.change(pay('b1'));
  expect((await readRows(store)).bookings).toMatchObject([{ id: 'b1', status: 'confirmed' }]);
  expect(await store.verify(AbortSignal.timeout(PATIENCE_MS))).toMatchObject({ position: 6 });
  expect(failures).toEqual([]);
});

test('on a full disk a new customer is recorded together with the key, or not at all', async () => {
  const { store, folder, db } = await storeAndConnection();
  const makeRoom = fill(db);
  const outcomes: string[] = [];
  for (let index = 1; index < 300; index++) {
    const [outcome] = await Promise.allSettled([store.change(hold(`n${index}`, { date: day(index) }))]);
    outcomes.push(outcome.status);
  }
  expect(outcomes).toContain('rejected');
  const held = outcomes.filter((status) => status === 'fulfilled').length;
  expect(logRows(folder)).toHaveLength(2 + 2 * held);
  expect(withDatabase(folder, (other) => other.prepare('SELECT count(*) FROM person_keys').pluck().get())).toBe(
    1 + held,
  );
  makeRoom();
  await store.change(hold('last', { date: day(500) }));
  expect((await readRows(store)).bookings.at(-1)).toMatchObject({ name: 'Ada Reyes' });
});

test('while another program has the write lock, changes are refused together; later they succeed', async () => {
  const { store, folder, db, failures } = await storeAndConnection();
  const other = new Database(join(folder, 'halfday.db'));
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  db.pragma('busy_timeout = 1');
  const bookings = Array.from({ length: 20 }, (_, index) => hold(`t${index}`, { date: day(index + 1) }));
  const refused = await Promise.allSettled(bookings.map((each) => store.change(each)));
  expect(refused.every((each) => each.status === 'rejected' && isStorageError(each.reason))).toBe(true);
  expect(store.writeRefusal).toContain('database is locked (SQLITE_BUSY)');
  expect((await readRows(store)).bookings).toMatchObject([{ id: 'b1' }]);
  const timeout = () => db.pragma('busy_timeout', { simple: true });
  expect(timeout()).toBe(0);
  other.exec('ROLLBACK');
  await Promise.all(bookings.map((each) => store.change(each)));
  expect([store.writeRefusal, timeout()]).toEqual([null, 5000]);
  expect(failures).toEqual([]);
});
