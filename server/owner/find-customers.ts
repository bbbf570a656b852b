import { type BookingRow, bookingById, wasPaid } from '#db/projections/bookings.ts';
import { accountsOfSought, bookingsOfSought } from '#db/projections/customer-search.ts';
import { type UserRow, userById } from '#db/projections/users.ts';
import {
  type CustomersQuery,
  type FoundCustomer,
  type FoundCustomers,
  LEAST_SOUGHT,
} from '#shared/owner/phone-booking.ts';
import { comparable, digitsOf } from '#shared/normalize-text.ts';
import { contactOf } from '../accounts/profile.ts';
import { customerOf as keysOf } from '../bookings/access/of-account.ts';
import type { BookingDependencies } from '../bookings/dependencies.ts';
import { customerOf } from './visit-customer.ts';

type Reader = Pick<BookingDependencies, 'store'>;

/** Most accounts, and most customers of bookings, that are listed. */
const MOST = 8;

const ACCOUNT = 'account-';
const BOOKING = 'booking-';

function ofBooking(row: BookingRow): FoundCustomer[] {
  const customer = customerOf(row);
  if (customer === null || !wasPaid(row)) return [];
  const { id: eventId, service, date, claim, area } = row;
  const { name, email, phone, address } = customer;
  return [
    { id: `${BOOKING}${eventId}`, name, email, phone, address, area, booking: { eventId, service, date, claim } },
  ];
}

/** An account, with phone and address as its profile shows them. */
async function ofAccount(reader: Reader, row: UserRow): Promise<FoundCustomer[]> {
  const { id, status, name, email } = row;
  if (status === 'deleted' || name === null || email === null) return [];
  const contact = await contactOf(reader, row, () => keysOf(row));
  return [{ id: `${ACCOUNT}${id}`, name, email, ...contact, booking: null }];
}

async function chosenOf(reader: Reader, chosen: string): Promise<FoundCustomer | null> {
  const { bookings, users } = reader.store.shownQueries();
  if (chosen.startsWith(BOOKING)) {
    const row = await bookingById(bookings, chosen.slice(BOOKING.length));
    return row ? (ofBooking(row)[0] ?? null) : null;
  }
  const user = chosen.startsWith(ACCOUNT) ? await userById(users, chosen.slice(ACCOUNT.length)) : undefined;
  return user ? ((await ofAccount(reader, user))[0] ?? null) : null;
}

/** Whether a booking is of a listed account that has a phone number: made by it, or with its address and that number. */
function isListed({ account, email, phone }: BookingRow, accounts: readonly FoundCustomer[]): boolean {
  return accounts.some(
    (each) =>
      each.phone !== '' &&
      (each.id === `${ACCOUNT}${account}` ||
        (comparable(each.email) === comparable(email ?? '') && digitsOf(each.phone) === digitsOf(phone ?? ''))),
  );
}

/** Customers whose name, address, phone number or reference is sought: from accounts, and from bookings. */
export async function findCustomers(reader: Reader, { search, chosen }: CustomersQuery): Promise<FoundCustomers> {
  const { bookings, users } = reader.store.shownQueries();
  const isSought = search.trim().length >= LEAST_SOUGHT;
  const accounts = isSought ? await accountsOfSought(users, search, MOST + 1) : [];
  const booked = isSought ? await bookingsOfSought(bookings, search, MOST + 1) : [];
  const shown = (await Promise.all(accounts.slice(0, MOST).map((row) => ofAccount(reader, row)))).flat();
  const others = booked.slice(0, MOST).filter((row) => !isListed(row, shown));
  return {
    found: [...shown, ...others.flatMap(ofBooking)],
    hasMore: accounts.length > MOST || booked.length > MOST,
    chosen: chosen === '' ? null : await chosenOf(reader, chosen),
  };
}
