import { expect, test } from 'vitest';
import { type LogFilter, lastBefore, logPage } from '#db/queries/log.ts';
import type { Queries } from '#db/tables.ts';
import { NOW } from '../../events/facts.ts';
import { hold, openMany } from '../changes.ts';
import { openIn } from '../folder.ts';

const positions = async (db: Queries, filter: LogFilter) =>
  (await logPage(db, filter, 3)).map(({ event }) => event.position);

test('pages are read from the newest event back, by type, by stream, by both and between positions', async () => {
  const { store } = openIn();
  await store.change(hold('b1'));
  await store.change(openMany('b1', 5));
  const { db } = store;
  expect(await positions(db, {})).toEqual([7, 6, 5]);
  expect(await positions(db, { before: 5 })).toEqual([4, 3, 2]);
  expect(await positions(db, { before: 5, after: 3 })).toEqual([4]);
  expect(await positions(db, { type: 'SlotHeld' })).toEqual([1]);
  expect(await positions(db, { stream: 'booking-b1', before: 4 })).toEqual([3, 1]);
  expect(await positions(db, { stream: 'booking-b1', type: 'CheckoutOpened', before: 4 })).toEqual([3]);
  expect(await positions(db, { stream: 'booking-b2' })).toEqual([]);
});

test('personal data of a page stays encrypted', async () => {
  const { store } = openIn();
  await store.change(hold('b1'));
  const [held] = await logPage(store.db, { type: 'SlotHeld' }, 1);
  expect(held?.event.data).toMatchObject({ personal: expect.any(String) });
});

test('the last position before an instant is found', async () => {
  let now = NOW;
  const { store } = openIn(undefined, () => now);
  expect(await lastBefore(store.db, NOW)).toBe(0);
  await store.change(hold('b1'));
  now += 1000;
  await store.change(openMany('b1', 3));
  expect(await lastBefore(store.db, NOW)).toBe(0);
  expect(await lastBefore(store.db, NOW + 1)).toBe(2);
  expect(await lastBefore(store.db, NOW + 1000)).toBe(2);
  expect(await lastBefore(store.db, NOW + 1001)).toBe(5);
});
