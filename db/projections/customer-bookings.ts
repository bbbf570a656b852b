/** The bookings of one customer. Each query reads no more rows than it returns, or counts and sums inside an index. */
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { CivilDate } from '#shared/civil-date.ts';
import type { Claim } from '#shared/session-type.ts';
import type { BookingStatus } from '#events/booking.ts';
import { type BookingRow, UNPAID } from './booking-row.ts';

type Db = Kysely<{ bookings: BookingRow }>;
type Bookings = ExpressionBuilder<{ bookings: BookingRow }, 'bookings'>;

/**
 * What a customer's bookings are listed under (column `customer`): the account's id, and its address, as addresses are compared,
 * once that is confirmed. A guest's booking is listed under its address once it is paid.
 */
export type Customer = readonly [key: string, ...more: string[]];

/** An address that guests typed, as addresses are compared. */
export interface GuestAddress {
  readonly address: string;
  /** Leaves out what was held after this instant, in milliseconds; null for nothing left out. */
  readonly heldBy: number | null;
}

/** What decides whether a visit is ahead: the date, and the claims of that date that are not over yet. */
export interface Moment {
  readonly today: CivilDate;
  readonly claimsNotOver: readonly Claim[];
}

const MOST_TOLD = 20;

/** A booking as a list of links tells it. */
export type ToldBooking = Pick<BookingRow, 'id' | 'service' | 'date' | 'claim' | 'moves'>;

const CANCELLED = ['cancelled', 'forfeited', 'refunded'] as const satisfies readonly BookingStatus[];

/** Paid bookings that are not ahead: visits that are over, and those that were cancelled or refunded. */
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

/** Counts and sums over all that a customer ever paid for; amounts are cents. */
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

/** The account that has an address, if one has, and whether that is the address it has confirmed. */
export interface AddressOwner {
  readonly account: string | null;
  readonly hasConfirmed: boolean;
}

/**
 * Paid bookings that were made with an address, as addresses are compared, and all of an account that has confirmed it; as many as one
 * mail can tell: visits ahead, soonest first, then the others, last booked first.
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
    .select(['id', 'service', 'date', 'claim', 'moves'])
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

/** A booking that the customer has paid for and whose money was not returned; null for none. */
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

/** Where a visit was booked to, and the phone number for it. */
export type VisitContact = Pick<BookingRow, 'phone' | 'address' | 'area'>;

/**
 * What was typed for the customer's newest booking that was paid and whose money was not returned, if it was held after an instant; null
 * for none. An account's own booking counts before a guest's, which anyone can make with its address.
 */
export async function newestContact(db: Db, customer: Customer, heldAfter: number): Promise<VisitContact | null> {
  // Ids sort by time: the newest stands at the end of each key's part of the index.
  const of = (key: string) =>
    db
      .selectFrom('bookings')
      .select(['phone', 'address', 'area'])
      .where('customer', '=', key)
      .where('confirmed_at', 'is not', null)
      .where('held_at', '>', heldAfter)
      .whereRef('captured', '>', 'refunding')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
  for (const key of customer) {
    const newest = await of(key);
    if (newest) return newest;
  }
  return null;
}

/** Visits ahead, and the earliest last date of free changes of one, from today on; null when there is none. */
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

/** Rows by date and claim, those of one time by id. */
function byTime(direction: 'asc' | 'desc') {
  const sign = direction === 'asc' ? 1 : -1;
  const text = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  type Place = Pick<BookingRow, 'id' | 'date' | 'claim'>;
  return (a: Place, b: Place) => sign * (text(a.date, b.date) || text(a.claim, b.claim)) || text(a.id, b.id);
}

/**
 * The rows of each of a customer's keys. One query a key reads them in the order of the index; a union of all would be one query, but
 * SQLite takes at most 500 parts, and an account can have confirmed more addresses.
 */
async function ofEach<Row>(customer: Customer, rowsOf: (key: string) => Promise<Row[]>): Promise<Row[]> {
  return (await Promise.all(customer.map(rowsOf))).flat();
}

/** Ids by date and claim, of each of the customer's keys from the index and merged. */
async function idsByTime(
  db: Db,
  customer: Customer,
  direction: 'asc' | 'desc',
  which: (where: Bookings) => ReturnType<typeof isAhead>,
  { limit, offset }: Range,
): Promise<string[]> {
  const of = (key: string) =>
    db
      .selectFrom('bookings')
      .select(['id', 'date', 'claim'])
      .where('customer', '=', key)
      .where(which)
      .orderBy('date', direction)
      .orderBy('claim', direction)
      .orderBy('id')
      .limit(offset + limit)
      .execute();
  const rows = (await ofEach(customer, of)).toSorted(byTime(direction));
  return rows.slice(offset, offset + limit).map(({ id }) => id);
}

/** What a line of the list shows. */
const LISTED = [
  'id',
  'status',
  'service',
  'date',
  'claim',
  'area',
  'free_changes_through',
  'captured',
  'refunds',
] as const satisfies readonly (keyof BookingRow)[];

export type ListedBooking = Pick<BookingRow, (typeof LISTED)[number]>;

async function listed(db: Db, ids: readonly string[]): Promise<ListedBooking[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('bookings').select(LISTED).where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Visits ahead, the soonest first; those alone whose free changes end on a date, if one is given. */
export async function visitsAhead(
  db: Db,
  customer: Customer,
  moment: Moment,
  { freeChangesThrough, ...range }: Range & { readonly freeChangesThrough?: CivilDate },
): Promise<ListedBooking[]> {
  const which = (where: Bookings) => {
    const ahead = isAhead(where, moment);
    return freeChangesThrough ? where.and([ahead, where('free_changes_through', '=', freeChangesThrough)]) : ahead;
  };
  return listed(db, await idsByTime(db, customer, 'asc', which, range));
}

/** Paid bookings that are not ahead, the latest first. */
export async function bookingsBehind(
  db: Db,
  customer: Customer,
  moment: Moment,
  { parts, ...range }: Range & { readonly parts: readonly PartBehind[] },
): Promise<ListedBooking[]> {
  const which = (where: Bookings) => where.or(parts.map((part) => isIn(where, part, moment)));
  return listed(db, await idsByTime(db, customer, 'desc', which, range));
}

/** Bookings in any state, unpaid holds of the account included, by id after the given one; at most so many. */
export async function bookingsAfter(db: Db, customer: Customer, after: string, limit: number): Promise<BookingRow[]> {
  const of = (key: string) =>
    db
      .selectFrom('bookings')
      .select('id')
      .where('customer', '=', key)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
  const ids = (await ofEach(customer, of))
    .map(({ id }) => id)
    .toSorted()
    .slice(0, limit);
  return ids.length === 0 ? [] : db.selectFrom('bookings').selectAll().where('id', 'in', ids).orderBy('id').execute();
}

/** Ids of guests' bookings with an address, unpaid holds included, after the given one; at most so many. */
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
