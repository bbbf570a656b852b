import { describe, expect, test } from 'vitest';
import {
  bookingsAfter,
  customerBookings,
  firstFreeChange,
  guestBookingsAfter,
} from '#db/queries/accounts/customer-bookings.ts';
import type { BookingFilter } from '#shared/booking/managed-booking.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { NOW, PERSONAL } from '../../../events/facts.ts';
import { CAUSE, day, hold, lapse, pay } from '../../changes.ts';
import { openIn } from '../../folder.ts';

const CUSTOMER = ['account-1', PERSONAL.email] as const;
const ANY_TIME = { address: PERSONAL.email, heldBy: null };
const MOMENT = { today: day(2), claimsNotOver: ['pm', 'full'] } as const;

/** A store with a paid booking a day, every other one adopted by the account, and two unpaid holds: a guest's and the account's. */
async function openWithBookings() {
  const opened = openIn();
  const { store } = opened;
  const adopt = (booking: string) =>
    store.change({
      streams: { booking: bookingStream(booking) },
      decide: () => ({ booking: [{ type: 'BookingClaimed' as const, data: { account: 'account-1' } }] }),
      cause: CAUSE,
    });
  for (const index of [0, 1, 2, 3, 4, 5]) {
    const booking = `b${index}`;
    await store.change(hold(booking, { date: day(index) }));
    await store.change(pay(booking, { date: day(index) }));
    if (index % 2 === 1) await adopt(booking);
  }
  await store.change(hold('b6', { date: day(6) }));
  await store.change(hold('b7', { date: day(7) }));
  await adopt('b7');
  return opened;
}

describe("a customer's bookings", () => {
  test('are those of the account and of its address, merged by time', async () => {
    const { store } = await openWithBookings();
    const db = store.db;
    const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
    // The morning of today is over.
    const under = async (filter: BookingFilter, range = { limit: 10, offset: 0 }) =>
      ids(await customerBookings(db, CUSTOMER, MOMENT, { filter, ...range }));
    expect(await under('upcoming')).toEqual(['b3', 'b4', 'b5']);
    expect(await under('completed')).toEqual(['b2', 'b1', 'b0']);
    expect(await under('all')).toEqual(['b3', 'b4', 'b5', 'b2', 'b1', 'b0']);
    expect(await under('all', { limit: 2, offset: 2 })).toEqual(['b5', 'b2']);
    expect(await under('cancelled')).toEqual([]);
    // Those of the third day have ended.
    expect((await firstFreeChange(db, CUSTOMER, MOMENT))?.id).toBe('b4');
    expect(await firstFreeChange(db, ['account-2'], MOMENT)).toBeUndefined();
    expect(ids(await bookingsAfter(db, CUSTOMER, 'b1', 4))).toEqual(['b2', 'b3', 'b4', 'b5']);
    expect(ids(await bookingsAfter(db, ['account-1'], '', 10))).toEqual(['b1', 'b3', 'b5', 'b7']);
  });

  test("are not a guest's unpaid holds with its address, except for those who forget the address", async () => {
    const { store } = await openWithBookings();
    const db = store.db;
    const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
    expect(ids(await bookingsAfter(db, CUSTOMER, '', 10))).toEqual(['b0', 'b1', 'b2', 'b3', 'b4', 'b5', 'b7']);
    expect(ids(await bookingsAfter(db, [PERSONAL.email], '', 10))).toEqual(['b0', 'b2', 'b4']);
    expect(ids(await guestBookingsAfter(db, ANY_TIME, 'b0', 10))).toEqual(['b2', 'b4', 'b6']);
    expect(ids(await guestBookingsAfter(db, { ...ANY_TIME, heldBy: NOW - 1 }, '', 10))).toEqual([]);
    expect(ids(await guestBookingsAfter(db, { ...ANY_TIME, heldBy: NOW }, 'b4', 10))).toEqual(['b6']);
    await store.change(lapse('b6', day(6)));
    expect(ids(await bookingsAfter(db, [PERSONAL.email], 'b4', 10))).toEqual([]);
    await store.change(pay('b6', { date: day(6) }));
    expect(ids(await bookingsAfter(db, [PERSONAL.email], 'b4', 10))).toEqual(['b6']);
  });
});
