import { expect, test } from 'vitest';
import { type LogFilter, logPage } from '#db/queries/log.ts';
import type { Queries } from '#db/tables.ts';
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
