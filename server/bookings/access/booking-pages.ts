import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BookingRow } from '#db/projections/booking-row.ts';
import {
  type Customer,
  type GuestAddress,
  bookingsAfter,
  guestBookingsAfter,
} from '#db/queries/accounts/customer-bookings.ts';
import type { Store } from '#db/store.ts';

/** A few milliseconds of work in one turn of the event loop. */
export const PAGE = 50;

interface Reader {
  readonly store: Pick<Store, 'db'>;
}
type Pages<Row> = AsyncGenerator<Row[], void, void>;

/** Each page in its own turn, so that other requests are served in between. */
async function* pages<Row extends { readonly id: string }>(read: (after: string) => Promise<Row[]>): Pages<Row> {
  let after = '';
  for (;;) {
    const page = await read(after);
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.id;
    await nextTurn();
  }
}

/** By id, without strangers' unpaid holds under the customer's address. */
export function bookingPages({ store }: Reader, customer: Customer): Pages<BookingRow> {
  return pages((after) => bookingsAfter(store.db, customer, after, PAGE));
}

/** Including unpaid holds. */
export function guestBookingPages({ store }: Reader, address: GuestAddress): Pages<Pick<BookingRow, 'id'>> {
  return pages((after) => guestBookingsAfter(store.db, address, after, PAGE));
}
