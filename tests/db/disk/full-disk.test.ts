import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DiskFailure } from '#db/disk-guard.ts';
import { openFolderReader } from '#db/read-models/rebuild-by-command.ts';
import { verifyChain } from '#db/integrity/verify.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { CAUSE, day, hold, pay, stumble } from '../changes.ts';
import { connectionsOf } from '../connections.ts';
import { openIn, withDatabase } from '../folder.ts';
import { logRows, readRows } from '../rows.ts';
import { PATIENCE_MS } from '../../patience.ts';
import { fileOf } from '../query-plans.ts';

/** A store with a held booking, and hands on its database connections. */
async function storeAndConnections() {
  const { result: open, connections } = connectionsOf(() => openIn());
  await open.store.change(hold('b1'));
  return { ...open, connection: (file: string) => connections.get(file)! };
}

/** Keeps a database file from growing, as a full disk does; returns a function that makes room again. */
function fill(db: Database.Database): () => void {
  db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true }))}`);
  return () => void db.pragma('max_page_count = 1073741823');
}

/** An event too large for the room left in the pages there are. */
function large(booking: string) {
  return {
    streams: { booking: bookingStream(booking) },
    decide: () => ({
      booking: [{ type: 'CheckoutOpened' as const, data: { checkout: 'c'.repeat(100_000), attempt: 1 } }],
    }),
    cause: CAUSE,
  };
}

test('when the disk is full, changes are refused, reads go on, and writing resumes when there is room', async () => {
  const { store, folder, connection } = await storeAndConnections();
  const makeRoom = fill(connection('halfday.db'));
  const outcomes = await Promise.allSettled([store.change(large('b1')), store.change(large('b1'))]);
  expect(outcomes).toMatchObject([{ reason: { code: 'SQLITE_FULL' } }, { reason: { code: 'SQLITE_FULL' } }]);
  expect(await readRows(store)).toMatchObject({ bookings: [{ id: 'b1', status: 'held', checkout: null }] });
  expect(store.stateOf(bookingStream('b1'))?.checkouts).toEqual([]);
  expect(store.position).toBe(2);
  makeRoom();
  await store.change(large('b1'));
  await store.change(pay('b1'));
  expect((await readRows(store)).bookings).toMatchObject([{ id: 'b1', status: 'confirmed' }]);
  const reader = openFolderReader(folder);
  expect(verifyChain(reader.log)).toMatchObject({ events: 6, bad: null });
  reader.close();
});

test('on a full disk what still fits is recorded, also beside what does not', async () => {
  const { store, folder, connection } = await storeAndConnections();
  fill(connection('halfday.db'));
  const outcomes = await Promise.allSettled([
    store.change(hold('b2', { date: day(1) })),
    store.change(large('b1')),
    store.change(pay('b1')),
  ]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(
    logRows(folder)
      .map((row) => row.type)
      .slice(2),
  ).toEqual(['SlotHeld', 'UnitsHeld', 'PaymentCaptured', 'BookingConfirmed', 'UnitsConfirmed']);
});

test('when a read model cannot be written, people read what was there before, until it can', async () => {
  const { store, connection, reports, reported } = await storeAndConnections();
  await readRows(store);
  const makeRoom = fill(connection(`read-${fileOf('bookings')}`));
  await store.change(large('b1'));
  expect((await readRows(store)).bookings).toMatchObject([{ id: 'b1', checkout: null }]);
  expect(reports[0]).toMatchObject({ message: 'a read model could not be written', detail: { code: 'SQLITE_FULL' } });
  expect(store.unready).toBe('the read models are behind the log');
  makeRoom();
  await reported('a read model can be written again');
  expect(store.unready).toBeNull();
  expect((await readRows(store)).bookings).toMatchObject([{ id: 'b1', attempts: 1 }]);
  expect(reports).toHaveLength(2);
});

test('on a disk that is full, a new customer is recorded with the key or not at all', async () => {
  const { store, folder, connection } = await storeAndConnections();
  const makeRoom = fill(connection('halfday.db'));
  const outcomes: string[] = [];
  for (let index = 1; index < 300; index++) {
    const [outcome] = await Promise.allSettled([store.change(hold(`n${index}`, { date: day(index) }))]);
    outcomes.push(outcome.status);
  }
  expect(outcomes).toContain('rejected');
  const held = outcomes.filter((status) => status === 'fulfilled').length;
  expect(logRows(folder)).toHaveLength(2 + 2 * held);
  expect(withDatabase(folder, (db) => db.prepare('SELECT count(*) FROM person_keys').pluck().get())).toBe(1 + held);
  makeRoom();
  await store.change(hold('last', { date: day(500) }));
  expect((await readRows(store)).bookings.at(-1)).toMatchObject({ name: 'Ada Reyes' });
});

/** Makes the next COMMIT of a store opened from now on fail, as when the disk fails under it. */
function failNextCommit(code: string): void {
  const prepare = Object.getOwnPropertyDescriptor(Database.prototype, 'prepare')!.value as Database.Database['prepare'];
  let hasFailed = false;
  const failing = function failing(this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql);
    if (sql !== 'COMMIT') return statement;
    const run = statement.run.bind(statement) as () => unknown;
    return Object.assign(statement, {
      run() {
        if (hasFailed) return run();
        hasFailed = true;
        throw new Database.SqliteError('the disk failed', code);
      },
    });
  };
  Object.assign(Database.prototype, { prepare: failing });
  onTestFinished(() => void Object.assign(Database.prototype, { prepare }));
}

test.each(['SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_READ', 'SQLITE_CORRUPT', 'SQLITE_NOTADB'])(
  'after %s nothing is written any more: what is on the disk is known only after a restart',
  async (code) => {
    failNextCommit(code);
    const { store, folder, close, failures } = openIn();
    await expect(store.change(hold('b1'))).rejects.toThrow(DiskFailure);
    await expect(store.change(hold('b2', { date: day(1) }))).rejects.toThrow('halfday.db can no longer be relied on');
    expect(failures).toMatchObject([{ message: 'halfday.db can no longer be relied on', cause: { code } }]);
    expect(store.unready).toBe('the log cannot be written');
    expect(store.position).toBe(0);
    expect(await readRows(store)).toMatchObject({ availability: [], bookings: [] });
    close();
    const again = openIn(folder);
    expect(again.store.unready).toBeNull();
    await again.store.change(hold('b1'));
    expect(logRows(folder)).toHaveLength(2);
  },
);

test('when the disk fails while changes are tried one by one, those after it are not tried', async () => {
  // The change that fails makes each be tried alone; the first COMMIT after that is the one that fails.
  failNextCommit('SQLITE_IOERR_FSYNC');
  const { store, folder } = openIn();
  const outcomes = await Promise.allSettled([
    store.change(hold('b1')),
    store.change(hold('b9', { date: day(9), person: 'without a key' })),
    store.change(hold('b2', { date: day(1) })),
    store.change(stumble('b3')),
  ]);
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason instanceof DiskFailure)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(logRows(folder)).toEqual([]);
});

test.each([
  ['SQLITE_FULL', 'the disk is full'],
  ['SQLITE_IOERR_WRITE', 'a quota is used up, or the disk is read-only for a while'],
  ['SQLITE_BUSY', 'another process has the file'],
])('a COMMIT that fails with %s (%s) is tried again for each change alone, and later', async (code) => {
  failNextCommit(code);
  const { store, folder } = openIn();
  await expect(store.change(hold('b1'))).rejects.toMatchObject({ code });
  await store.change(hold('b1'));
  await vi.waitFor(() => expect(store.unready).toBeNull(), { timeout: PATIENCE_MS });
  failNextCommit(code);
  const other = openIn();
  await Promise.all([other.store.change(hold('b1')), other.store.change(hold('b2', { date: day(1) }))]);
  expect([logRows(folder).length, logRows(other.folder).length]).toEqual([2, 4]);
});
