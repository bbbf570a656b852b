import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bookingById } from '#db/projections/bookings.ts';
import { projections } from '#db/projections/index.ts';
import { ReadModelUnavailable } from '#db/read-models/read-model-faults.ts';
import { day, hold, pay } from '../changes.ts';
import { room } from '../disk/disk-room.ts';
import { openIn, withFile } from '../folder.ts';
import { readRows } from '../rows.ts';
import { fileOf, spoilPages } from './spoil.ts';
import { MADE_AGAIN, storeWithTwo } from './store-with-two.ts';

const BOOKINGS = fileOf('bookings');
const AVAILABILITY = fileOf('availability');

vi.mock('node:fs', async (original) => (await import('../disk/disk-room.ts')).limited(await original()));

function fillDisk(): void {
  room.isFull = true;
  onTestFinished(() => void (room.isFull = false));
}

test('a read model with damaged pages is rebuilt when it is queried, and reports it once', async () => {
  const { store, rows, spoil, reports } = await storeWithTwo();
  spoil(BOOKINGS);
  spoil(AVAILABILITY);
  expect(await readRows(store)).toEqual(rows);
  expect(store.unready).toBeNull();
  expect(reports.map(({ message }) => message).toSorted()).toEqual([...MADE_AGAIN, ...MADE_AGAIN].toSorted());
  expect(reports[0]!.detail).toMatchObject({ readModel: 'availability', why: expect.stringContaining('malformed') });
  await store.change(hold('b3', { date: day(2) }));
  expect((await readRows(store)).bookings).toHaveLength(3);
});

test('a read model whose pages are spoiled takes further events all the same', async () => {
  const { store, spoil } = await storeWithTwo();
  spoil(BOOKINGS);
  await store.change(pay('b2', { date: day(1) }));
  expect(await bookingById(store.updatedQueries().bookings, 'b2')).toMatchObject({ status: 'confirmed' });
  expect(store.unready).toBeNull();
});

test('a read model whose pages were spoiled while nothing ran is made again', async () => {
  const { folder, rows, close } = await storeWithTwo();
  close();
  spoilPages(folder, BOOKINGS);
  const { store, reports } = openIn(folder);
  expect(await readRows(store)).toEqual(rows);
  expect(store.unready).toBeNull();
  expect(reports.map(({ message }) => message)).toEqual(MADE_AGAIN);
});

test('a row that the log requires is rebuilt; a row that never existed causes no rebuild', async () => {
  const { store, folder, rows, reports } = await storeWithTwo();
  withFile(folder, BOOKINGS, (db) => db.exec(`DELETE FROM bookings WHERE id = 'b1'`));
  expect(await bookingById(store.updatedQueries().bookings, 'b3')).toBeUndefined();
  expect(reports).toEqual([]);
  expect(await bookingById(store.updatedQueries().bookings, 'b1')).toMatchObject({ id: 'b1', status: 'confirmed' });
  expect(await readRows(store)).toEqual(rows);
  expect(reports.map(({ message }) => message)).toEqual(MADE_AGAIN);
});

test('a row that is missing again after a rebuild is reported, and the others are served', async () => {
  const { store, folder } = await storeWithTwo();
  const lose = () => withFile(folder, BOOKINGS, (db) => db.exec(`DELETE FROM bookings WHERE id = 'b1'`));
  lose();
  await bookingById(store.updatedQueries().bookings, 'b1');
  lose();
  await expect(bookingById(store.updatedQueries().bookings, 'b1')).rejects.toThrow('lacks a row');
  expect(await bookingById(store.updatedQueries().bookings, 'b2')).toMatchObject({ id: 'b2' });
});

test('an event that finds its row lost is taken in once the read model is made again', async () => {
  const { store, folder } = await storeWithTwo();
  withFile(folder, BOOKINGS, (db) => db.exec(`DELETE FROM bookings WHERE id = 'b2'`));
  // Two batches on, the row is not in memory any more.
  await store.change(hold('b3', { date: day(2) }));
  await readRows(store);
  await store.change(pay('b2', { date: day(1) }));
  expect(await bookingById(store.updatedQueries().bookings, 'b2')).toMatchObject({ status: 'confirmed' });
});

test('a file that refuses writes is replaced by one that does not', async () => {
  const { store, connection, reported } = await storeWithTwo();
  connection(BOOKINGS).pragma('query_only = ON');
  const madeAgain = reported('a read model was made again');
  await store.change(hold('b3', { date: day(2) }));
  expect((await readRows(store)).bookings).toHaveLength(2);
  await expect(bookingById(store.updatedQueries().bookings, 'b3')).rejects.toThrow(ReadModelUnavailable);
  expect((await madeAgain).detail).toMatchObject({ readModel: 'bookings', isInMemory: false });
  expect((await readRows(store)).bookings).toHaveLength(3);
  expect(store.unready).toBeNull();
});

test('while the disk takes no file, a read model is kept in memory, and goes back to a file by itself', async () => {
  const { store, folder, connection, reported } = await storeWithTwo();
  fillDisk();
  connection(BOOKINGS).pragma('query_only = ON');
  const kept = reported('a read model was made again');
  await store.change(hold('b3', { date: day(2) }));
  await readRows(store);
  expect((await kept).detail).toMatchObject({ readModel: 'bookings', isInMemory: true });
  expect((await readRows(store)).bookings).toHaveLength(3);
  expect(store.unready).toBeNull();
  expect(existsSync(join(folder, BOOKINGS))).toBe(false);
  await store.change(hold('b4', { date: day(3) }));
  expect(await bookingById(store.updatedQueries().bookings, 'b4')).toMatchObject({ id: 'b4' });
  const back = reported('a read model was made again');
  room.isFull = false;
  expect((await back).detail).toMatchObject({ isInMemory: false });
  expect(existsSync(join(folder, BOOKINGS))).toBe(true);
  expect((await readRows(store)).bookings).toHaveLength(4);
});

test('a start that can make no file serves from memory', async () => {
  const { folder, rows, close } = await storeWithTwo();
  close();
  spoilPages(folder, BOOKINGS);
  fillDisk();
  const { store } = openIn(folder);
  expect(await readRows(store)).toEqual(rows);
  expect(store.unready).toBeNull();
});

test('a folder in the place of a file does not keep the store from opening', async () => {
  const { folder, rows, close } = await storeWithTwo();
  close();
  rmSync(join(folder, BOOKINGS));
  mkdirSync(join(folder, BOOKINGS, 'inside'), { recursive: true });
  const { store } = openIn(folder);
  expect(await readRows(store)).toEqual(rows);
});

test('a projection that cannot take an event in is tried again ever more rarely, not at every read', async () => {
  const { store, reports } = await storeWithTwo();
  const evolve = vi.spyOn(projections.bookings, 'evolve').mockImplementation(() => {
    throw new Error('a mistake in a projection');
  });
  onTestFinished(() => evolve.mockRestore());
  await store.change(hold('b3', { date: day(2) }));
  for (let reads = 0; reads < 20; reads++) expect((await readRows(store)).bookings).toHaveLength(2);
  expect(reports.length).toBeLessThanOrEqual(4);
});
