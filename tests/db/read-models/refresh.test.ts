import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bookingById } from '#db/projections/bookings.ts';
import { projections } from '#db/projections/index.ts';
import { day, hold, openMany, pay } from '../changes.ts';
import { room } from '../disk/disk-room.ts';
import { openIn, withFile } from '../folder.ts';
import { readRows } from '../rows.ts';
import { fileOf } from './spoil.ts';

const BOOKINGS = fileOf('bookings');
const AVAILABILITY = fileOf('availability');

vi.mock('node:fs', async (original) => (await import('../disk/disk-room.ts')).limited(await original()));

const GOING_ON = new AbortController().signal;

async function storeWithTwo() {
  const open = openIn();
  const { store } = open;
  await store.change(hold('b1'));
  await store.change(pay('b1'));
  await store.change(hold('b2', { date: day(1) }));
  return { ...open, rows: await readRows(store) };
}

const loseB1 = (folder: string) => withFile(folder, BOOKINGS, (db) => db.exec(`DELETE FROM bookings WHERE id = 'b1'`));

test('rows that were altered or lost while the store is open are as the log says once refreshed, and nothing is reported', async () => {
  const { store, folder, rows, reports } = await storeWithTwo();
  loseB1(folder);
  withFile(folder, BOOKINGS, (db) => db.exec(`UPDATE bookings SET status = 'cancelled', refund = 'succeeded'`));
  withFile(folder, AVAILABILITY, (db) => db.exec('DELETE FROM availability'));
  await store.refreshReadModels(GOING_ON);
  expect(await readRows(store)).toEqual(rows);
  expect(reports).toEqual([]);
});

test('changes and queries go on while read models are refreshed', async () => {
  const { store } = await storeWithTwo();
  await store.change(openMany('b2', 12_000));
  const refreshed = store.refreshReadModels(GOING_ON);
  await store.change(hold('b3', { date: day(2) }));
  expect(await bookingById(store.updatedQueries().bookings, 'b3')).toMatchObject({ id: 'b3' });
  expect(store.unready).toBeNull();
  await refreshed;
  expect((await readRows(store)).bookings).toHaveLength(3);
});

test('more rows than are kept in memory are made again, also those that change before and meanwhile', async () => {
  const { store, reports } = await storeWithTwo();
  const ids = Array.from({ length: 2110 }, (_, index) => `many-${index}`);
  await Promise.all(ids.map((id, index) => store.change(hold(id, { date: day(2 + index) }))));
  await store.change(pay('b2', { date: day(1) }));
  const refreshed = store.refreshReadModels(GOING_ON);
  await store.change(pay('many-0', { date: day(2) }));
  const rows = await readRows(store);
  await refreshed;
  expect(rows.bookings).toHaveLength(2112);
  expect(await readRows(store)).toEqual(rows);
  expect(reports).toEqual([]);
});

test('without room on the disk the existing file stays: this is reported once and not repeated', async () => {
  const { store, folder, rows, reports } = await storeWithTwo();
  room.isFull = true;
  onTestFinished(() => void (room.isFull = false));
  await store.refreshReadModels(GOING_ON);
  expect(readdirSync(folder)).toContain(BOOKINGS);
  expect(await readRows(store)).toEqual(rows);
  expect(store.unready).toBeNull();
  const said = reports.map(({ message }) => message);
  expect(new Set(said)).toEqual(new Set(['a read model could not be made again, and stays as it is']));
});

test('a refresh ends with its signal, and leaves no file behind', async () => {
  const { store, folder } = await storeWithTwo();
  await store.change(openMany('b2', 12_000));
  const stopping = new AbortController();
  const refreshed = store.refreshReadModels(stopping.signal);
  stopping.abort();
  await refreshed;
  expect(readdirSync(folder).filter((name) => name.startsWith('fresh-'))).toEqual([]);
  expect(store.unready).toBeNull();
});

test('a customer is forgotten while read models are refreshed: the file that is made meanwhile is not taken', async () => {
  const { store, rows } = await storeWithTwo();
  const refreshed = store.refreshReadModels(GOING_ON);
  await store.cleanFiles();
  await refreshed;
  expect(await readRows(store)).toEqual(rows);
  expect(store.unready).toBeNull();
});

test('an event that finds the row of its stream lost has the read model made again, and makes no row from nothing', async () => {
  const { store, folder, reports } = await storeWithTwo();
  const before = (await readRows(store)).availability as { date: string }[];
  // Two batches on, the row is not in memory any more.
  await store.change(hold('b3', { date: day(2) }));
  await readRows(store);
  withFile(folder, AVAILABILITY, (db) => db.exec(`DELETE FROM availability WHERE date = '${before[0]!.date}'`));
  await store.change(hold('b4', { claim: 'pm' }));
  const after = (await readRows(store)).availability as { date: string }[];
  await store.refreshReadModels(GOING_ON);
  expect(after).toEqual((await readRows(store)).availability);
  expect(reports.map(({ message }) => message)).toEqual(['a read model is made again', 'a read model was made again']);
});

test('a new file that cannot be used from the beginning is not left behind', async () => {
  const { store, folder, rows } = await storeWithTwo();
  const { indexes } = projections.bookings;
  onTestFinished(() => void Object.assign(projections.bookings, { indexes }));
  Object.assign(projections.bookings, { indexes: ['a mistake in an index'] });
  await store.refreshReadModels(GOING_ON);
  expect(readdirSync(folder).filter((name) => name.startsWith('fresh-'))).toEqual([]);
  expect(await readRows(store)).toEqual(rows);
});
