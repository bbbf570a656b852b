/** The bookings of one customer. */
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { CivilDate } from '#shared/civil-date.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import type { BookingStatus } from '#events/booking/booking.ts';
import { type BookingRow, UNPAID } from '../../projections/booking-row.ts';

type Db = Kysely<{ bookings: BookingRow }>;
type Bookings = ExpressionBuilder<{ bookings: BookingRow }, 'bookings'>;

/**
 * The keys that a customer's bookings are listed under (column `customer`): the account's id, and its address in comparable form
 * once that is confirmed. A guest's booking is listed under its address once it is paid.
 */
export type Customer = readonly [key: string, ...more: string[]];

/** An address that guests typed, in comparable form. */
export interface GuestAddress {
  readonly address: string;
  /** Only bookings held until this instant, in milliseconds; null for all. */
  readonly heldBy: number | null;
}

/** What decides whether a visit is ahead: the date, and the claims of that date that are not over. */
export interface Moment {
  readonly today: CivilDate;
  readonly claimsNotOver: readonly Claim[];
}

const MOST_TOLD = 20;

/** The columns of a booking in a list of links. */
export type ToldBooking = Pick<BookingRow, 'id' | 'service' | 'date' | 'claim' | 'link_generation' | 'status'>;

export const CANCELLED = ['cancelled', 'forfeited', 'refunded'] as const satisfies readonly BookingStatus[];

/** Paid bookings that are not ahead: visits that are over, and cancelled or refunded ones. */
export type PartBehind = 'completed' | 'cancelled';

function isAhead(where: Bookings, { today, claimsNotOver }: Moment) {
  return where.and([
    where('status', '=', 'confirmed'),
    where('date', '>=', today),
    where.or([where('date', '>', today), where('claim', 'in', claimsNotOver)]),
  ]);
}

function isIn(where: Bookings, part: PartBehind, moment: Moment) {
  if (part === 'cancelled') return where('status', 'in', CANCELLED);
  return where.and([where('status', 'not in', [...UNPAID, ...CANCELLED]), where.not(isAhead(where, moment))]);
}

/** Counts and sums over all bookings that a customer ever paid for; amounts are cents. */
export interface PaidTotals {
  readonly all: number;
  readonly cancelled: number;
  readonly captured: number;
  readonly refunding: number;
  readonly refunded: number;
  readonly failing: number;
}

export function paidTotals(db: Db, customer: Customer): Promise<PaidTotals> {
  return db
    .selectFrom('bookings')
    .select((select) => {
      const { fn } = select;
      const sum = (column: 'captured' | 'refunding' | 'refunded' | 'failing') =>
        fn.coalesce(fn.sum<number>(column), select.val(0)).as(column);
      return [
        fn.countAll<number>().as('all'),
        fn.countAll<number>().filterWhere('status', 'in', CANCELLED).as('cancelled'),
        sum('captured'),
        sum('refunding'),
        sum('refunded'),
        sum('failing'),
      ];
    })
    .where('customer', 'in', customer)
    .where('status', 'not in', UNPAID)
    .executeTakeFirstOrThrow();
}

/** The account that has an address, if any, and whether it has confirmed that address. */
export interface AddressOwner {
  readonly account: string | null;
  readonly hasConfirmed: boolean;
}

/**
 * Paid bookings made with an address (comparable form), and all of the account that has confirmed it, up to the number that fits
 * into one mail: visits ahead, soonest first, then the others, last booked first.
 */
export function bookingsOfAddress(
  db: Db,
  address: string,
  { account, hasConfirmed, today }: AddressOwner & { readonly today: CivilDate },
): Promise<ToldBooking[]> {
  const customer: Customer = account === null ? [address] : [address, account];
  const isAheadNow = sql<number>`(status = 'confirmed' AND date >= ${today})`;
  return db
    .selectFrom('bookings')
    .select(['id', 'service', 'date', 'claim', 'link_generation', 'status'])
    .where('customer', 'in', customer)
    .$if(!hasConfirmed, (query) => query.where('email_key', '=', address))
    .where('confirmed_at', 'is not', null)
    .orderBy(isAheadNow, 'desc')
    .orderBy(sql`CASE WHEN ${isAheadNow} THEN date END`)
    .orderBy('confirmed_at', 'desc')
    .orderBy('id')
    .limit(MOST_TOLD)
    .execute();
}

/** A booking that the customer has paid for and that was not refunded; null when there is none. */
export async function onePaidBooking(db: Db, customer: Customer): Promise<string | null> {
  const row = await db
    .selectFrom('bookings')
    .select('id')
    .where('customer', 'in', customer)
    .whereRef('captured', '>', 'refunding')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Place and phone number of a visit. */
export type VisitContact = Pick<BookingRow, 'phone' | 'address' | 'area'>;

/**
 * The contact details of the customer's newest paid booking that was not refunded, if it was held after an instant; null when
 * there is none. The account's own bookings come before guest bookings, because any visitor can book with its address.
 */
export async function newestContact(db: Db, customer: Customer, heldAfter: number): Promise<VisitContact | null> {
  const newest = await db
    .selectFrom('bookings')
    .select(['phone', 'address', 'area'])
    .where('customer', 'in', customer)
    .where('confirmed_at', 'is not', null)
    .where('held_at', '>', heldAfter)
    .whereRef('captured', '>', 'refunding')
    .orderBy(sql`customer <> ${customer[0]}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest ?? null;
}

/** Number of visits ahead, and the earliest last date of free changes among them, from today on; null when there is none. */
export interface AheadTotals {
  readonly upcoming: number;
  readonly freeChangesThrough: CivilDate | null;
}

export function aheadTotals(db: Db, customer: Customer, moment: Moment): Promise<AheadTotals> {
  return db
    .selectFrom('bookings')
    .select(({ fn }) => [
      fn.countAll<number>().as('upcoming'),
      fn.min('free_changes_through').filterWhere('free_changes_through', '>=', moment.today).as('freeChangesThrough'),
    ])
    .where('customer', 'in', customer)
    .where((where) => isAhead(where, moment))
    .executeTakeFirstOrThrow();
}

interface Range {
  readonly limit: number;
  readonly offset: number;
}

/** The columns that a line of the list shows. */
const LISTED = [
  'id',
  'status',
  'service',
  'date',
  'claim',
  'area',
  'free_changes_through',
  'captured',
  'method',
  'refunds',
  'reductions',
  'account',
] as const satisfies readonly (keyof BookingRow)[];

export type ListedBooking = Pick<BookingRow, (typeof LISTED)[number]>;

/** The customer's bookings in a range of those ordered by date and claim; bookings of the same time are ordered by id. */
function listed(
  db: Db,
  customer: Customer,
  direction: 'asc' | 'desc',
  which: (where: Bookings) => ReturnType<typeof isAhead>,
  { limit, offset }: Range,
): Promise<ListedBooking[]> {
  return db
    .selectFrom('bookings')
    .select(LISTED)
    .where('customer', 'in', customer)
    .where(which)
    .orderBy('date', direction)
    .orderBy('claim', direction)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Visits ahead, soonest first; if a date is given, only those whose free changes end on it. */
export function visitsAhead(
  db: Db,
  customer: Customer,
  moment: Moment,
  { freeChangesThrough, ...range }: Range & { readonly freeChangesThrough?: CivilDate },
): Promise<ListedBooking[]> {
  const which = (where: Bookings) => {
    const ahead = isAhead(where, moment);
    return freeChangesThrough ? where.and([ahead, where('free_changes_through', '=', freeChangesThrough)]) : ahead;
  };
  return listed(db, customer, 'asc', which, range);
}

/** Paid bookings that are not ahead, latest first. */
export function bookingsBehind(
  db: Db,
  customer: Customer,
  moment: Moment,
  { parts, ...range }: Range & { readonly parts: readonly PartBehind[] },
): Promise<ListedBooking[]> {
  return listed(db, customer, 'desc', (where) => where.or(parts.map((part) => isIn(where, part, moment))), range);
}

/** Bookings in any state, including unpaid holds of the account, ordered by id after the given one, up to a limit. */
export function bookingsAfter(db: Db, customer: Customer, after: string, limit: number): Promise<BookingRow[]> {
  return db
    .selectFrom('bookings')
    .selectAll()
    .where('customer', 'in', customer)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Ids of guest bookings with an address, including unpaid holds, after the given one, up to a limit. */
export function guestBookingsAfter(
  db: Db,
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
