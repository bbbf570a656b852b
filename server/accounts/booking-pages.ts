import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BookingRow } from '#db/projections/bookings.ts';
import { type Customer, bookingsAfter } from '#db/projections/customer-bookings.ts';
import type { AccountDependencies } from './dependencies.ts';

/** Bookings read, changed or forgotten in one turn of the event loop: some milliseconds' work. */
export const PAGE = 50;

/**
 * All bookings of a customer by id, a page at a time. Other requests are served between pages: each page is read in a turn
 * of the event loop of its own.
 */
export async function* bookingPages(
  { store }: Pick<AccountDependencies, 'store'>,
  customer: Customer,
): AsyncGenerator<BookingRow[], void, void> {
  let after = '';
  for (;;) {
    const page = await bookingsAfter(store.read.bookings, customer, after, PAGE);
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.id;
    await nextTurn();
  }
}
