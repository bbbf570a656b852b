import { comparable } from '#shared/normalize-text.ts';
import { wasPaid } from '#db/projections/booking-row.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import { userById } from '#db/queries/accounts/users.ts';
import type { Queries } from '#db/tables.ts';
import { bookingsOfReference } from '#db/queries/bookings/by-reference.ts';
import { guestBookingsAfter } from '#db/queries/accounts/customer-bookings.ts';
import { accountWithAddress } from '#db/queries/accounts/passwords.ts';

const MOST_BOOKINGS = 10_000;

export interface FoundPerson {
  readonly account: string | null;
  readonly bookings: readonly string[];
}

/** By email address, account id, booking id or reference. */
export async function findPerson(db: Queries, query: string): Promise<FoundPerson | null> {
  const text = query.trim();
  if (text.includes('@')) {
    const address = comparable(text);
    const account = await accountWithAddress(db, address);
    const bookings = await guestBookingsAfter(db, { address, heldBy: null }, '', MOST_BOOKINGS);
    return account === null && bookings.length === 0 ? null : { account, bookings: bookings.map(({ id }) => id) };
  }
  if (await userById(db, text)) return { account: text, bookings: [] };
  const named = (await bookingById(db, text))
    ? [text]
    : (await bookingsOfReference(db, text)).filter(wasPaid).map(({ id }) => id);
  const [id] = named;
  // Two bookings may have the same reference.
  if (id === undefined || named.length > 1) return null;
  const { account = null } = (await bookingById(db, id)) ?? {};
  return account === null ? { account, bookings: [id] } : { account, bookings: [] };
}
