import { describe, expect, test } from 'vitest';
import { referenceOf } from '#shared/booking/reference.ts';
import type { BookingsQuery } from '#shared/owner/bookings-list.ts';
import { ADA, BEN, books, openTown } from '../accounts/town.ts';
import { DATE } from '../../events/facts.ts';
import { until } from '../workers/run.ts';

async function withBookings() {
  const town = openTown();
  const ada = await town.resident(ADA);
  const morning = await books(town, town.person(), BEN.email, { claim: 'am' });
  const afternoon = await books(town, town.person(), 'eve@example.com', { claim: 'pm' });
  await town.person().browser.holds({ date: '2027-03-20', claim: 'am' });
  const list = async (query: Partial<BookingsQuery> = {}) =>
    (await ada.ask('allBookings', { page: 1, pageSize: 25, search: '', state: 'paid', ...query })).body;
  const ids = async (query: Partial<BookingsQuery> = {}) => (await list(query)).bookings.map(({ eventId }) => eventId);
  return { town, ada, morning, afternoon, list, ids };
}

describe('the owner’s list of bookings', () => {
  test('has all that were paid, newest first, with what is needed to call the customer', async () => {
    const { list, morning, afternoon } = await withBookings();
    const page = await list();
    expect(page).toMatchObject({ page: 1, pages: 1, pageSize: 25, total: 2 });
    expect(page.bookings.map(({ eventId }) => eventId)).toEqual([afternoon, morning]);
    expect(page.bookings[1]).toEqual({
      eventId: morning,
      state: 'confirmed',
      date: DATE,
      claim: 'am',
      area: 'Ojai',
      name: 'Ben Ito',
      phone: expect.any(String),
      email: BEN.email,
      priceCents: 29_900,
      bookedAt: expect.any(Number),
      refund: 'none',
      isPaidOutside: false,
    });
  });

  test('is searched by name, address, phone number and reference, and filtered by state', async () => {
    const { town, ada, ids, list, morning, afternoon } = await withBookings();
    const { phone } = (await list()).bookings[0] ?? {};
    expect(await ids({ search: 'BEN i' })).toEqual([afternoon, morning]);
    expect(await ids({ search: 'Ito, Ben' })).toEqual([afternoon, morning]);
    expect(await ids({ search: 'eve@' })).toEqual([afternoon]);
    expect(await ids({ search: `+1 ${phone}` })).toEqual([afternoon, morning]);
    expect(await ids({ search: referenceOf(morning) })).toEqual([morning]);
    expect(await ids({ search: 'unknown' })).toEqual([]);
    await ada.call('cancelForCustomer', { eventId: morning, date: DATE, claim: 'am' });
    expect(await ids({ state: 'cancelled' })).toEqual([morning]);
    expect(await ids({ state: 'confirmed' })).toEqual([afternoon]);
    expect((await list()).total).toBe(2);
    expect(await list({ state: 'held' })).toMatchObject({ total: 1, bookings: [{ state: 'held' }] });
    await until(async () => (await town.state(morning))?.status === 'cancelled');
  });

  test('is read a page at a time; a page that does not exist is the last one', async () => {
    const { list, ids, morning } = await withBookings();
    expect(await ids({ pageSize: 1, page: 2 })).toEqual([morning]);
    expect(await list({ pageSize: 1, page: 99 })).toMatchObject({ page: 2, pages: 2, total: 2 });
  });

  test('follows an address that was changed, and forgets a deleted customer', async () => {
    const { town, ids, list } = await withBookings();
    const ben = await town.resident(BEN);
    const id = await books(town, ben, BEN.email, { date: '2027-03-18', claim: 'pm' });
    expect(await ids({ search: BEN.email })).toContain(id);
    await ben.deletes(BEN.password, 'cancel');
    await until(() => town.isCleaned());
    expect(await ids({ search: BEN.email })).not.toContain(id);
    const listed = (await list()).bookings.find(({ eventId }) => eventId === id);
    expect(listed).toMatchObject({ state: 'cancelled', name: null, phone: null, email: null });
  });

  test('is for admins, and refuses what is out of range', async () => {
    const { town, ada } = await withBookings();
    const eve = await town.resident({ ...ADA, email: 'eve@example.com' });
    const query = { page: 1, pageSize: 25, search: '', state: 'paid' } as const;
    expect((await eve.ask('allBookings', query)).status).toBe(403);
    expect((await town.person().ask('allBookings', query)).status).toBe(401);
    for (const wrong of [{ page: 0 }, { pageSize: 51 }, { search: 'x'.repeat(201) }, { state: 'paid!' as 'paid' }]) {
      expect((await ada.ask('allBookings', { ...query, ...wrong })).status).toBe(422);
    }
  });
});
