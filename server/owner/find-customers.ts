import { type BookingRow, wasPaid } from '#db/projections/booking-row.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import type { UserRow } from '#db/projections/users.ts';
import { userById } from '#db/queries/accounts/accounts.ts';
import { accountsFound, customersFound } from '#db/queries/owner/find-customers.ts';
import {
  type CustomersQuery,
  type FoundCustomer,
  type FoundCustomers,
  LEAST_SOUGHT,
} from '#shared/owner/phone-booking.ts';
import { comparable } from '#shared/normalize-text.ts';
import { searchText } from '#shared/search-text.ts';
import { contactOf } from '../accounts/profile.ts';
import { customerOf as keysOf } from '../bookings/access/of-account.ts';
import type { BookingDependencies } from '../bookings/dependencies.ts';
import { customerOf } from './near-visits.ts';

type Reader = Pick<BookingDependencies, 'store'>;

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

async function ofAccount(reader: Reader, row: UserRow): Promise<FoundCustomer[]> {
  const { id, status, name, email } = row;
  if (status === 'deleted' || name === null || email === null) return [];
  const contact = await contactOf(reader, row, () => keysOf(row));
  return [{ id: `${ACCOUNT}${id}`, name, email, ...contact, booking: null }];
}

async function chosenOf(reader: Reader, chosen: string): Promise<FoundCustomer | null> {
  const { db } = reader.store;
  if (chosen.startsWith(BOOKING)) {
    const row = await bookingById(db, chosen.slice(BOOKING.length));
    return row ? (ofBooking(row)[0] ?? null) : null;
  }
  const user = chosen.startsWith(ACCOUNT) ? await userById(db, chosen.slice(ACCOUNT.length)) : undefined;
  return user ? ((await ofAccount(reader, user))[0] ?? null) : null;
}

/** Whether a guest booking has the address and phone number of a listed, unconfirmed account. */
function isListed({ email, phone }: BookingRow, accounts: readonly FoundCustomer[]): boolean {
  return accounts.some(
    (each) =>
      each.phone !== '' &&
      comparable(each.email) === comparable(email ?? '') &&
      searchText(each.phone) === searchText(phone ?? ''),
  );
}

/** By name, address, phone number or reference, each once: accounts, then those of other bookings. */
export async function findCustomers(reader: Reader, { search, chosen }: CustomersQuery): Promise<FoundCustomers> {
  const { db } = reader.store;
  const isSought = search.trim().length >= LEAST_SOUGHT;
  const accounts = isSought ? await accountsFound(db, search, MOST + 1) : [];
  const listed = accounts.slice(0, MOST);
  const others = { except: listed.flatMap(keysOf), limit: MOST + 1 };
  const booked = isSought ? await customersFound(db, search, others) : [];
  const shown = (await Promise.all(listed.map((row) => ofAccount(reader, row)))).flat();
  const guests = booked.slice(0, MOST).filter((row) => !isListed(row, shown));
  return {
    found: [...shown, ...guests.flatMap(ofBooking)],
    hasMore: accounts.length > MOST || booked.length > MOST,
    chosen: chosen === '' ? null : await chosenOf(reader, chosen),
  };
}
