import { type ExpressionBuilder, sql } from 'kysely';
import type { CivilDate } from '#shared/civil-date.ts';
import type { BookingFilter } from '#shared/booking/managed-booking.ts';
import type { BookingStatus } from '#events/booking/booking.ts';
import { type BookingRow, UNPAID } from '../../projections/booking-row.ts';
import type { Queries, Tables } from '../../tables.ts';
import { type Moment, isAhead } from '../bookings/bookings.ts';

/** Of the column `customer`: the account's id, and its confirmed address in comparable form. */
export type Customer = readonly [key: string, ...more: string[]];

export interface GuestAddress {
  readonly address: string;
  /** Only bookings held until this instant, in milliseconds. */
  readonly heldBy: number | null;
}

const MOST_IN_MAIL = 20;

export const CANCELLED = ['cancelled', 'forfeited', 'refunded'] as const satisfies readonly BookingStatus[];

function ofCustomer(db: Queries, customer: Customer) {
  return db.selectFrom('bookings').where('customer', 'in', customer);
}

export function paidTotals(db: Queries, customer: Customer, moment: Moment) {
  const amounts = ['captured', 'refunding', 'refunded', 'failing'] as const;
  return ofCustomer(db, customer)
    .where('status', 'not in', UNPAID)
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn
        .countAll<number>()
        .filterWhere((where) => isAhead(where, moment))
        .as('upcoming'),
      fn.countAll<number>().filterWhere('status', 'in', CANCELLED).as('cancelled'),
      ...amounts.map((column) => fn.coalesce(fn.sum<number>(column), sql.lit(0)).as(column)),
    ])
    .executeTakeFirstOrThrow();
}

/** As many as fit into a mail: visits ahead first. */
export function bookingsOfAddress(
  db: Queries,
  address: string,
  { account, hasConfirmed, today }: { account: string | null; hasConfirmed: boolean; today: CivilDate },
): Promise<BookingRow[]> {
  const isAheadNow = sql<number>`(status = 'confirmed' AND date >= ${today})`;
  return ofCustomer(db, account === null ? [address] : [address, account])
    .selectAll()
    .$if(!hasConfirmed, (query) => query.where('email_key', '=', address))
    .where('confirmed_at', 'is not', null)
    .orderBy(isAheadNow, 'desc')
    .orderBy(sql`CASE WHEN ${isAheadNow} THEN date END`)
    .orderBy('confirmed_at', 'desc')
    .orderBy('id')
    .limit(MOST_IN_MAIL)
    .execute();
}

/** Null unless the customer has paid for a booking that was not refunded. */
export async function onePaidBooking(db: Queries, customer: Customer): Promise<string | null> {
  const paid = ofCustomer(db, customer).select('id').whereRef('captured', '>', 'refunding').limit(1);
  return (await paid.executeTakeFirst())?.id ?? null;
}

/** The account's own come first, because any visitor can book with its address. */
export function newestBooking(db: Queries, customer: Customer, heldAfter: number): Promise<BookingRow | undefined> {
  return ofCustomer(db, customer)
    .selectAll()
    .where('confirmed_at', 'is not', null)
    .where('held_at', '>', heldAfter)
    .whereRef('captured', '>', 'refunding')
    .orderBy(sql`customer <> ${customer[0]}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function firstFreeChange(db: Queries, customer: Customer, moment: Moment): Promise<BookingRow | undefined> {
  return ofCustomer(db, customer)
    .selectAll()
    .where((where) => isAhead(where, moment))
    .where('free_changes_through', '>=', moment.today)
    .orderBy('free_changes_through')
    .orderBy('date')
    .orderBy('claim')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

function matchesFilter(where: ExpressionBuilder<Tables, 'bookings'>, filter: BookingFilter, moment: Moment) {
  switch (filter) {
    case 'all':
      return where('status', 'not in', UNPAID);
    case 'upcoming':
      return isAhead(where, moment);
    case 'cancelled':
      return where('status', 'in', CANCELLED);
    case 'completed':
      return where.and([where('status', 'not in', [...UNPAID, ...CANCELLED]), where.not(isAhead(where, moment))]);
  }
}

/** Visits ahead, soonest first, then the others, latest first. */
export function customerBookings(
  db: Queries,
  customer: Customer,
  moment: Moment,
  { filter, limit, offset = 0 }: { readonly filter: BookingFilter; readonly limit: number; readonly offset?: number },
): Promise<BookingRow[]> {
  const time = sql<string>`date || claim`;
  return ofCustomer(db, customer)
    .selectAll()
    .where((where) => matchesFilter(where, filter, moment))
    .orderBy((where) => isAhead(where, moment), 'desc')
    .orderBy((where) => where.case().when(isAhead(where, moment)).then(time).end())
    .orderBy(time, 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function bookingsAfter(db: Queries, customer: Customer, after: string, limit: number): Promise<BookingRow[]> {
  return ofCustomer(db, customer).selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();
}

export function guestBookingsAfter(
  db: Queries,
  { address, heldBy }: GuestAddress,
  after: string,
  limit: number,
): Promise<Pick<BookingRow, 'id'>[]> {
  return db
    .selectFrom('bookings')
    .select('id')
    .where('email_key', '=', address)
    .where('account', 'is', null)
    .where('id', '>', after)
    .$if(heldBy !== null, (query) => query.where('held_at', '<=', heldBy))
    .orderBy('id')
    .limit(limit)
    .execute();
}
