import type { Kysely } from 'kysely';
import type { CivilDate } from '#shared/civil-date.ts';
import { type Claim, type SessionType, claimOf } from '#shared/session-type.ts';
import type { BookingEvent, BookingStatus, PersonalDetails, RefundCause, RefundStatus } from '#events/booking.ts';
import { bookingOf, bookingType, endsBooking } from '#events/booking.ts';
import type { Recorded } from '#events/event.ts';
import type { Projection } from './projection.ts';

/** One booking as pages and workers need it. Amounts are cents, instants milliseconds. */
export interface BookingRow {
  readonly id: string;
  readonly status: BookingStatus;
  readonly service: SessionType;
  readonly date: CivilDate;
  readonly claim: Claim;
  readonly area: string;
  /** JSON array of service slugs. */
  readonly tasks: string;
  readonly price: number;
  readonly method: 'online' | 'owner';
  readonly held_at: number;
  readonly expires_at: number;
  readonly confirmed_at: number | null;
  readonly free_changes_through: CivilDate | null;
  readonly policy: string | null;
  /** The latest checkout at the payment provider, and how many there were. */
  readonly checkout: string | null;
  readonly attempts: number;
  /** Money captured and money that went back. */
  readonly captured: number;
  readonly refunded: number;
  readonly refund: RefundStatus;
  /** JSON array of `RefundRow`. */
  readonly refunds: string;
  readonly person: string;
  /** Personal details; null once the person is forgotten. */
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: string | null;
  readonly notes: string | null;
}

/** A refund of a booking. */
export interface RefundRow {
  readonly payment: string;
  readonly amount: number;
  readonly cause: RefundCause;
  readonly status: Exclude<RefundStatus, 'none'>;
  /** Failures so far. */
  readonly attempts: number;
  /** When it was asked for or last failed. */
  readonly at: number;
  /** The request's event, which led to it. */
  readonly event: string;
}

const CATEGORY = `${bookingType.category}-`;
const FORGOTTEN = { name: null, email: null, phone: null, address: null, notes: null };

function personalColumns(personal: PersonalDetails | null) {
  if (!personal) return FORGOTTEN;
  const { name, email, phone, address, notes } = personal;
  return { name, email, phone, address, notes };
}

export function refundsOf(row: Pick<BookingRow, 'refunds'>): RefundRow[] {
  return JSON.parse(row.refunds) as RefundRow[];
}

/** The status that most needs attention. */
function overallRefund(refunds: readonly RefundRow[]): RefundStatus {
  const order: RefundStatus[] = ['failed', 'requested', 'succeeded'];
  return order.find((status) => refunds.some((refund) => refund.status === status)) ?? 'none';
}

function withRefunds(row: BookingRow, refunds: readonly RefundRow[]): BookingRow {
  const refunded = refunds
    .filter((refund) => refund.status === 'succeeded')
    .reduce((sum, refund) => sum + refund.amount, 0);
  return { ...row, refunds: JSON.stringify(refunds), refund: overallRefund(refunds), refunded };
}

function changeRefund(row: BookingRow, payment: string, change: (refund: RefundRow) => RefundRow): BookingRow {
  const refunds = refundsOf(row).map((refund) => (refund.payment === payment ? change(refund) : refund));
  return withRefunds(row, refunds);
}

type BookingRecorded = Recorded<BookingEvent>;

function held(event: Extract<BookingRecorded, { type: 'SlotHeld' }>): BookingRow {
  const { service, date, units, area, tasks, price, method, expiresAt, person, personal } = event.data;
  return {
    id: bookingOf(event.stream),
    status: 'held',
    service,
    date,
    claim: claimOf(units),
    area,
    tasks: JSON.stringify(tasks),
    price,
    method,
    held_at: event.at,
    expires_at: expiresAt,
    confirmed_at: null,
    free_changes_through: null,
    policy: null,
    checkout: null,
    attempts: 0,
    captured: 0,
    refunded: 0,
    refund: 'none',
    refunds: '[]',
    person,
    ...personalColumns(personal),
  };
}

function evolveRow(row: BookingRow, event: Exclude<BookingRecorded, { type: 'SlotHeld' }>): BookingRow {
  switch (event.type) {
    case 'HoldRevised': {
      const { area, tasks, person, personal } = event.data;
      return { ...row, area, tasks: JSON.stringify(tasks), person, ...personalColumns(personal) };
    }
    case 'CheckoutOpened':
      return { ...row, checkout: event.data.checkout, attempts: event.data.attempt };
    case 'HoldExpired':
      return { ...row, status: 'expired' };
    case 'SlotReclaimed':
      return { ...row, date: event.data.date, claim: claimOf(event.data.units) };
    case 'PaymentCaptured':
      return { ...row, captured: row.captured + event.data.amount };
    case 'BookingConfirmed': {
      const { date, units, price, freeChangesThrough, policy } = event.data;
      return {
        ...row,
        status: 'confirmed',
        date,
        claim: claimOf(units),
        price,
        confirmed_at: event.at,
        free_changes_through: freeChangesThrough,
        policy,
      };
    }
    case 'RefundRequested': {
      const { payment, amount, cause } = event.data;
      const refund: RefundRow = {
        payment,
        amount,
        cause,
        status: 'requested',
        attempts: 0,
        at: event.at,
        event: event.id,
      };
      const next = withRefunds(row, [...refundsOf(row), refund]);
      return endsBooking(cause) ? { ...next, status: 'refunded' } : next;
    }
    case 'RefundSucceeded':
      return changeRefund(row, event.data.payment, (refund) => ({ ...refund, status: 'succeeded', at: event.at }));
    case 'RefundFailed':
      return changeRefund(row, event.data.payment, (refund) => ({
        ...refund,
        status: 'failed',
        attempts: event.data.attempt,
        at: event.at,
      }));
  }
}

export const bookings: Projection<BookingRow> = {
  name: 'bookings',
  version: 1,
  columns: {
    id: 'TEXT PRIMARY KEY',
    status: 'TEXT NOT NULL',
    service: 'TEXT NOT NULL',
    date: 'TEXT NOT NULL',
    claim: 'TEXT NOT NULL',
    area: 'TEXT NOT NULL',
    tasks: 'TEXT NOT NULL',
    price: 'INTEGER NOT NULL',
    method: 'TEXT NOT NULL',
    held_at: 'INTEGER NOT NULL',
    expires_at: 'INTEGER NOT NULL',
    confirmed_at: 'INTEGER',
    free_changes_through: 'TEXT',
    policy: 'TEXT',
    checkout: 'TEXT',
    attempts: 'INTEGER NOT NULL',
    captured: 'INTEGER NOT NULL',
    refunded: 'INTEGER NOT NULL',
    refund: 'TEXT NOT NULL',
    refunds: 'TEXT NOT NULL',
    person: 'TEXT NOT NULL',
    name: 'TEXT',
    email: 'TEXT',
    phone: 'TEXT',
    address: 'TEXT',
    notes: 'TEXT',
  },
  indexes: [
    // Few rows are in these states at any time: workers look for them often.
    `CREATE INDEX bookings_unsettled ON bookings (id) WHERE status IN ('held', 'expired')`,
    `CREATE INDEX bookings_refunds_due ON bookings (refund) WHERE refund IN ('requested', 'failed')`,
  ],
  rowIsStream: true,
  concerns: (event) => event.stream.startsWith(CATEGORY),
  keyOf: (event) => event.stream.slice(CATEGORY.length),
  evolve(row, recorded) {
    const event = recorded as BookingRecorded;
    if (event.type === 'SlotHeld') return held(event);
    if (!row) throw new Error(`${event.type} of a booking that was never held`);
    return evolveRow(row, event);
  },
};

interface ReadTables {
  bookings: BookingRow;
}

export function bookingById(db: Kysely<ReadTables>, id: string): Promise<BookingRow | undefined> {
  return db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst();
}

/** How many unsettled bookings are read at once. */
const UNSETTLED_PAGE = 200;

/**
 * Bookings that a payment could still arrive for, by id, after the given one: held ones, and unpaid ones whose hold ended
 * after `since` (milliseconds).
 */
export function unsettledBookings(db: Kysely<ReadTables>, since: number, after: string): Promise<BookingRow[]> {
  return db
    .selectFrom('bookings')
    .selectAll()
    .where('status', 'in', ['held', 'expired'])
    .where((where) => where.or([where('status', '=', 'held'), where('expires_at', '>', since)]))
    .where('id', '>', after)
    .orderBy('id')
    .limit(UNSETTLED_PAGE)
    .execute();
}

/** Bookings with a refund that was asked for and has not succeeded. */
export function bookingsWithRefundsDue(db: Kysely<ReadTables>): Promise<BookingRow[]> {
  return db.selectFrom('bookings').selectAll().where('refund', 'in', ['requested', 'failed']).execute();
}
