import { listBookings } from '#db/queries/owner/list-bookings.ts';
import type { Store } from '#db/store.ts';
import { LISTED_FIELDS } from '#shared/booking/booking-view.ts';
import { type BookingsPage, type BookingsQuery, PAID_STATES } from '#shared/owner/bookings-list.ts';
import { bookingView } from '../bookings/visit/view.ts';

/** The last page if there are fewer. */
export async function listedBookings(store: Store, { state, ...query }: BookingsQuery): Promise<BookingsPage> {
  const states = state === 'paid' ? PAID_STATES : [state];
  const { rows, ...numbers } = await listBookings(store.db, { ...query, states });
  return { bookings: rows.map((row) => bookingView(row, LISTED_FIELDS)), pageSize: query.pageSize, ...numbers };
}
