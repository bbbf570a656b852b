import type { BookingRow } from '#db/projections/booking-row.ts';
import { listBookings } from '#db/queries/owner/list-bookings.ts';
import type { Store } from '#db/store.ts';
import { type BookingsPage, type BookingsQuery, type ListedBooking, PAID_STATES } from '#shared/owner/bookings-list.ts';

function listed(row: BookingRow): ListedBooking {
  const { id: eventId, status: state, date, claim, area, name, phone, email, price, refund, method } = row;
  const money = { price, refund, isPaidOutside: method === 'owner' };
  return { eventId, state, date, claim, area, name, phone, email, bookedAt: row.held_at, ...money };
}

/** A page of bookings; the last one if there are fewer pages. */
export async function listedBookings(store: Store, { state, ...query }: BookingsQuery): Promise<BookingsPage> {
  const states = state === 'paid' ? PAID_STATES : [state];
  const { rows, ...numbers } = await listBookings(store.db, { ...query, states });
  return { bookings: rows.map(listed), pageSize: query.pageSize, ...numbers };
}
