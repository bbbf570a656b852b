import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bookingById } from '#db/projections/bookings.ts';
import { day, hold, openMany } from '../changes.ts';
import { openIn } from '../folder.ts';
import { readRows } from '../rows.ts';
import { fileOf } from './spoil.ts';
import { MADE_AGAIN, storeWithTwo } from './store-with-two.ts';

const BOOKINGS = fileOf('bookings');

test('a long log is replayed while the site serves requests, and queries wait for it', async () => {
  const { store, spoil, reports } = await storeWithTwo();
  await store.change(openMany('b2', 30_000));
  const attempts = (await bookingById(store.updatedQueries().bookings, 'b2'))?.attempts;
  spoil(BOOKINGS);
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  const found = bookingById(store.updatedQueries().bookings, 'b2');
  await store.change(hold('b3', { date: day(2) }));
  expect(store.unready).toBe('the read models are behind the log');
  expect(await found).toMatchObject({ attempts });
  clearInterval(counting);
  expect(turns).toBeGreaterThan(3);
  expect((await readRows(store)).bookings).toHaveLength(3);
  expect(reports.map(({ message }) => message)).toEqual(MADE_AGAIN);
});

test('a store that is closed meanwhile leaves nothing of a replay, and no file that it knows to be damaged', async () => {
  const { store, folder, rows, spoil, close } = await storeWithTwo();
  await store.change(openMany('b1', 12_000));
  const all = await readRows(store);
  spoil(BOOKINGS);
  const found = bookingById(store.updatedQueries().bookings, 'b1').catch(() => null);
  await store.change(hold('b3', { date: day(2) }));
  close();
  expect(existsSync(join(folder, BOOKINGS))).toBe(false);
  await found;
  const again = openIn(folder);
  expect((await readRows(again.store)).availability).toHaveLength(3);
  expect((await readRows(again.store)).bookings).toHaveLength(3);
  expect(all.bookings).toHaveLength(rows.bookings.length);
});
