import { expect, test } from 'vitest';
import { PAGE } from '#server/bookings/access/booking-pages.ts';
import { addDays } from '#shared/civil-date.ts';
import { DATE } from '../../events/facts.ts';
import { hold, lapse, pay } from '../../db/changes.ts';
import { ADA, BEN, type Person, type Town, openTown } from './town.ts';

const COUNT = PAGE + 7;

/** Paid bookings that a guest made with Ada's address, one a day; returns their ids. */
async function bookAsGuest({ store }: Town, count: number, first = DATE): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`);
  await Promise.all(
    ids.map(async (id, index) => {
      const date = addDays(first, index);
      await store.change(hold(id, { date }));
      await store.change(pay(id, { date }));
    }),
  );
  return ids;
}

async function openWithBookings(): Promise<{ town: Town; ada: Person; ids: string[] }> {
  const town = openTown();
  await town.resident(BEN);
  const ids = await bookAsGuest(town, COUNT);
  return { town, ids, ada: await town.resident(ADA) };
}

test('an export reads some bookings at a time, and is one JSON document', async () => {
  const { ada, ids } = await openWithBookings();
  const response = await ada.browser.request('/app/profile/export');
  const chunks = await Array.fromAsync(response.body!.pipeThrough(new TextDecoderStream()));
  const bookingsIn = (text: string) => text.match(/"bookedAt"/g)?.length ?? 0;
  expect(chunks.map(bookingsIn).filter((count) => count > 0)).toEqual([PAGE, 7]);
  const data = JSON.parse(chunks.join('')) as { bookings: { id: string }[] };
  expect(data.bookings.map(({ id }) => id)).toEqual(ids);
  expect(chunks.join('')).toBe(JSON.stringify(data, null, 2));
});

test('unpaid holds that strangers made with its address are neither adopted nor exported, but forgotten with the account', async () => {
  const { town, ada, ids } = await openWithBookings();
  const [held, lapsed] = ['held', 'lapsed'] as const;
  const dates = { held: addDays(DATE, -1), lapsed: addDays(DATE, -2) };
  await town.store.change(hold(held, { date: dates.held }));
  await town.store.change(hold(lapsed, { date: dates.lapsed }));
  await town.store.change(lapse(lapsed, dates.lapsed));
  const own = await ada.browser.holds({ claim: 'pm' });
  await ada.call('signIn', { email: ADA.email, password: ADA.password });
  expect([(await town.state(held))?.account, (await town.state(lapsed))?.account]).toEqual([null, null]);
  const data = (await (await ada.browser.request('/app/profile/export')).json()) as { bookings: { id: string }[] };
  expect(data.bookings.map(({ id }) => id).toSorted()).toEqual([...ids, own].toSorted());
  expect(await ada.deletes(ADA.password, 'cancel')).toMatchObject({ status: 200 });
  for (const id of [held, lapsed, own, ids[0]!]) {
    expect(await town.row(id)).toMatchObject({ name: null, email: null, address: null });
  }
});

test('the pages of all bookings list visits ahead first, then past ones', async () => {
  const town = openTown();
  await town.resident(BEN);
  const ids = await bookAsGuest(town, 45);
  const ada = await town.resident(ADA);
  town.clock.advance(30 * 24 * 60 * 60_000);
  await ada.call('signIn', { email: ADA.email, password: ADA.password });
  const pages = [];
  for (const page of [1, 2, 3]) pages.push((await ada.ask('bookings', { filter: 'all', page })).body);
  expect(pages.map(({ rows }) => rows.length)).toEqual([20, 20, 5]);
  const rows = pages.flatMap((page) => page.rows);
  const upcoming = rows.filter(({ isUpcoming }) => isUpcoming).map(({ eventId }) => eventId);
  expect(upcoming.length).toBeGreaterThan(20);
  expect(rows.map(({ eventId }) => eventId)).toEqual([
    ...ids.slice(-upcoming.length),
    ...ids.slice(0, -upcoming.length).toReversed(),
  ]);
  expect(pages[0]).toMatchObject({ page: 1, pages: 3, counts: { all: 45, upcoming: upcoming.length, cancelled: 0 } });
  const over = (await ada.ask('bookings', { filter: 'completed', page: 1 })).body;
  expect(over.rows.map(({ eventId }) => eventId)).toEqual(ids.slice(0, -upcoming.length).toReversed().slice(0, 20));
});
