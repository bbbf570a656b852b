import { listBookings } from '#db/projections/booking-list.ts';
import type { BookingRow } from '#db/projections/bookings.ts';
import { bookingsByStatus } from '#db/projections/counts.ts';
import type { Store } from '#db/store.ts';
import { type BookingsPage, type BookingsQuery, type ListedBooking, PAID_STATES } from '#shared/owner/bookings-list.ts';
import { KeptResults } from './kept-results.ts';

const BY_STATUS = new KeptResults<Awaited<ReturnType<typeof bookingsByStatus>>>({ from: ['bookings'], most: 1 });

function listed(row: BookingRow): ListedBooking {
  const { id: eventId, status: state, date, claim, area, name, phone, email, price, refund, method } = row;
  const money = { price, refund, isPaidOutside: method === 'owner' };
  return { eventId, state, date, claim, area, name, phone, email, bookedAt: row.held_at, ...money };
}

/** A page of bookings; the last one if there are fewer pages. */
export async function listedBookings(store: Store, { state, ...query }: BookingsQuery): Promise<BookingsPage> {
  const { bookings } = store.shownQueries();
  const states = state === 'paid' ? PAID_STATES : [state];
  const counts = await BY_STATUS.of(store, { key: 'all' }, () => bookingsByStatus(bookings));
  const all = counts
    .filter(({ status }) => states.some((each) => each === status))
    .reduce((sum, { bookings: count }) => sum + count, 0);
  const { rows, ...numbers } = await listBookings(bookings, { ...query, states }, all);
  return { bookings: rows.map(listed), pageSize: query.pageSize, ...numbers };
}
