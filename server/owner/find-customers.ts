import { type BookingRow, bookingById, wasPaid } from '#db/projections/bookings.ts';
import { accountsOfSought, bookingsOfSought } from '#db/projections/customer-search.ts';
import { type UserRow, userById } from '#db/projections/users.ts';
import {
  type CustomersQuery,
  type FoundCustomer,
  type FoundCustomers,
  LEAST_SOUGHT,
} from '#shared/owner/phone-booking.ts';
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

function ofAccount({ id, status, name, email, phone, address, area }: UserRow): FoundCustomer[] {
  if (status === 'deleted' || name === null || email === null) return [];
  const answers = { phone: phone ?? '', address: address ?? '', area: area ?? '' };
  return [{ id: `${ACCOUNT}${id}`, name, email, ...answers, booking: null }];
}

async function chosenOf({ store }: Reader, chosen: string): Promise<FoundCustomer | null> {
  const { bookings, users } = store.shownQueries();
  if (chosen.startsWith(BOOKING)) {
    const row = await bookingById(bookings, chosen.slice(BOOKING.length));
    return row ? (ofBooking(row)[0] ?? null) : null;
  }
  const user = chosen.startsWith(ACCOUNT) ? await userById(users, chosen.slice(ACCOUNT.length)) : undefined;
  return user ? (ofAccount(user)[0] ?? null) : null;
}

/** Whether the answers of a booking say more than an account's. */
function knowsMore(booking: FoundCustomer, accounts: readonly FoundCustomer[]): boolean {
  return !accounts.some(({ email, phone }) => email === booking.email && phone === booking.phone);
}

/** Customers whose name, address, phone number or reference is sought: from accounts, and from bookings. */
export async function findCustomers(reader: Reader, { search, chosen }: CustomersQuery): Promise<FoundCustomers> {
  const { bookings, users } = reader.store.shownQueries();
  const isSought = search.trim().length >= LEAST_SOUGHT;
  const accounts = isSought ? (await accountsOfSought(users, search, MOST + 1)).flatMap(ofAccount) : [];
  const booked = isSought ? (await bookingsOfSought(bookings, search, MOST + 1)).flatMap(ofBooking) : [];
  const shown = accounts.slice(0, MOST);
  return {
    found: [...shown, ...booked.slice(0, MOST).filter((each) => knowsMore(each, shown))],
    hasMore: accounts.length > MOST || booked.length > MOST,
    chosen: chosen === '' ? null : await chosenOf(reader, chosen),
  };
}
