import type { BookingRow } from '#db/projections/booking-row.ts';
import {
  type Customer,
  customerBookings,
  firstFreeChange,
  onePaidBooking,
  paidTotals,
} from '#db/queries/accounts/customer-bookings.ts';
import type { Moment } from '#db/queries/bookings/bookings.ts';
import type { UserRow } from '#db/projections/users.ts';
import { userById } from '#db/queries/accounts/accounts.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { civilDateAt, claimEnd } from '#events/business-time.ts';
import {
  type BookingFilter,
  type BookingList,
  type BookingSummary,
  type Dashboard,
  type PaidState,
  SUMMARY_MONEY,
} from '#shared/booking/managed-booking.ts';
import { pickFields } from '#shared/booking/booking-fields.ts';
import { ALL_CLAIMS } from '#shared/booking/session-type.ts';
import { pageOfList } from '#shared/list-page.ts';
import { SUMMARY_FIELDS } from '#shared/booking/booking-view.ts';
import type { BookingDependencies } from '../dependencies.ts';
import { moneyOf } from '../visit/money.ts';
import { bookingView } from '../visit/view.ts';

type Reader = Pick<BookingDependencies, 'store' | 'clock' | 'config'>;

const ROWS = 5;
const PAGE_SIZE = 20;

const CANCELLED: ReadonlySet<PaidState> = new Set(['cancelled', 'forfeited', 'refunded']);

function nextOf(row: BookingRow, isUpcoming: boolean, today: string): BookingSummary['next'] {
  if (CANCELLED.has(row.status as PaidState)) return 'book-again';
  if (!isUpcoming) return 'receipt';
  return row.free_changes_through !== null && today <= row.free_changes_through ? 'change' : 'add-to-calendar';
}

async function summary({ store, clock, config: { timeZone } }: Reader, row: BookingRow): Promise<BookingSummary> {
  const { id: eventId, date, claim } = row;
  const today = civilDateAt(clock.now(), timeZone);
  const isUpcoming = row.status === 'confirmed' && clock.now() < claimEnd(date, claim, timeZone);
  return {
    ...bookingView(row, SUMMARY_FIELDS),
    ...pickFields(SUMMARY_MONEY, moneyOf(row)),
    // A paid booking is in no earlier state.
    state: row.status as PaidState,
    isUpcoming,
    today,
    canCorrect:
      isUpcoming && row.account !== null && (await store.stateOf(bookingStream(eventId)))?.isAdopted === false,
    next: nextOf(row, isUpcoming, today),
  };
}

export function momentOf({
  clock,
  config: { timeZone },
}: Pick<Reader, 'clock'> & { readonly config: { readonly timeZone: string } }): Moment {
  const now = clock.now();
  const today = civilDateAt(now, timeZone);
  return { today, claimsNotOver: ALL_CLAIMS.filter((claim) => now < claimEnd(today, claim, timeZone)) };
}

/** Its own, and guests' with its confirmed address. */
export function customerOf({ id, verified, email_key }: Pick<UserRow, 'id' | 'verified' | 'email_key'>): Customer {
  return verified === 1 && email_key !== null ? [id, email_key] : [id];
}

export async function customerById({ store }: Pick<Reader, 'store'>, account: string): Promise<Customer> {
  const user = await userById(store.db, account);
  return user ? customerOf(user) : [account];
}

export async function hasPaid(store: Reader['store'], account: string): Promise<boolean> {
  return (await onePaidBooking(store.db, await customerById({ store }, account))) !== null;
}

export async function dashboard(reader: Reader, account: string): Promise<Dashboard> {
  const customer = await customerById(reader, account);
  const db = reader.store.db;
  const moment = momentOf(reader);
  const { all: total, captured, refunding, refunded, failing } = await paidTotals(db, customer, moment);
  const [next] = await customerBookings(db, customer, moment, { filter: 'upcoming', limit: 1 });
  const free = await firstFreeChange(db, customer, moment);
  const rows = await customerBookings(db, customer, moment, { filter: 'all', limit: ROWS });
  return {
    cards: {
      nextVisit: next ? await summary(reader, next) : null,
      freeChanges: free ? await summary(reader, free) : null,
      money: { paidCents: captured, refundingCents: refunding, refundedCents: refunded, failingCents: failing },
    },
    rows: await Promise.all(rows.map((row) => summary(reader, row))),
    total,
  };
}

/** 20 a page; a page number beyond the last shows the last page. */
export async function bookingList(
  reader: Reader,
  account: string,
  { filter, page: asked }: { readonly filter: BookingFilter; readonly page: number },
): Promise<BookingList> {
  const customer = await customerById(reader, account);
  const db = reader.store.db;
  const moment = momentOf(reader);
  const { all, upcoming, cancelled } = await paidTotals(db, customer, moment);
  const counts = { all, upcoming, completed: all - upcoming - cancelled, cancelled };
  const { page, pages, offset } = pageOfList(counts[filter], asked, PAGE_SIZE);
  const rows = await customerBookings(db, customer, moment, { filter, limit: PAGE_SIZE, offset });
  return { rows: await Promise.all(rows.map((row) => summary(reader, row))), counts, page, pages };
}
