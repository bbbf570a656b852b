import type { Kysely } from 'kysely';
import type { CivilDate } from '#shared/civil-date.ts';
import { claimOf } from '#shared/session-type.ts';
import type { BookingEvent, PersonalDetails, RefundStatus } from '#events/booking.ts';
import { bookingOf, bookingType, endsBooking } from '#events/booking.ts';
import type { Recorded } from '#events/event.ts';
import { historyAfter } from './booking-history.ts';
import { type BookingRow, type RefundRow, refundsOf } from './booking-row.ts';
import type { Projection } from './projection.ts';

export { type BookingRow, type RefundRow, refundsOf } from './booking-row.ts';

const CATEGORY = `${bookingType.category}-`;
const FORGOTTEN = { name: null, email: null, email_key: null, phone: null, address: null, notes: null };

/** An address as it is compared: one mailbox, however it was typed. */
export function emailKey(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

function personalColumns(personal: PersonalDetails | null) {
  if (!personal) return FORGOTTEN;
  const { name, email, phone, address, notes } = personal;
  return { name, email, email_key: emailKey(email), phone, address, notes };
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
    placed_at: null,
    moves: 0,
    sequence: 0,
    changed_at: null,
    is_final: 0,
    free_changes_through: null,
    policy: null,
    checkout: null,
    attempts: 0,
    captured: 0,
    refunded: 0,
    refund: 'none',
    refunds: '[]',
    history: '[]',
    account: null,
    person,
    ...personalColumns(personal),
  };
}

/** A change that calendars have to be told of. */
function changed(row: BookingRow, at: number): Pick<BookingRow, 'sequence' | 'changed_at'> {
  return { sequence: row.sequence + 1, changed_at: at };
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
        placed_at: event.at,
        changed_at: event.at,
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
    case 'BookingRescheduled': {
      const { date, units, freeChangesThrough, move: moves } = event.data;
      const place = { date, claim: claimOf(units), free_changes_through: freeChangesThrough };
      return { ...row, ...place, ...changed(row, event.at), moves, placed_at: event.at };
    }
    case 'BookingCancelled':
      return { ...row, ...changed(row, event.at), status: 'cancelled' };
    case 'BookingForfeited':
      return { ...row, ...changed(row, event.at), status: 'forfeited' };
    case 'ForfeitureFinalised':
      return { ...row, is_final: 1 };
    case 'VisitCompleted':
      return { ...row, status: 'completed' };
    case 'NoShowRecorded':
      return { ...row, status: 'no-show' };
    case 'NoShowUndone':
      return { ...row, status: 'confirmed' };
    case 'BookingClaimed':
      return { ...row, account: event.data.account };
    case 'SlotRefilled':
    case 'ReminderRequested':
      return row;
    case 'CustomerForgotten':
      return { ...row, ...FORGOTTEN };
  }
}

export const bookings: Projection<BookingRow> = {
  name: 'bookings',
  version: 2,
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
    placed_at: 'INTEGER',
    moves: 'INTEGER NOT NULL',
    sequence: 'INTEGER NOT NULL',
    changed_at: 'INTEGER',
    is_final: 'INTEGER NOT NULL',
    free_changes_through: 'TEXT',
    policy: 'TEXT',
    checkout: 'TEXT',
    attempts: 'INTEGER NOT NULL',
    captured: 'INTEGER NOT NULL',
    refunded: 'INTEGER NOT NULL',
    refund: 'TEXT NOT NULL',
    refunds: 'TEXT NOT NULL',
    history: 'TEXT NOT NULL',
    account: 'TEXT',
    person: 'TEXT NOT NULL',
    email_key: 'TEXT',
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
    `CREATE INDEX bookings_ahead ON bookings (date) WHERE status = 'confirmed'`,
    `CREATE INDEX bookings_forfeited ON bookings (id) WHERE status = 'forfeited' AND is_final = 0`,
    'CREATE INDEX bookings_of_account ON bookings (account) WHERE account IS NOT NULL',
    'CREATE INDEX bookings_of_email ON bookings (email_key) WHERE email_key IS NOT NULL',
  ],
  rowIsStream: true,
  concerns: (event) => event.stream.startsWith(CATEGORY),
  keyOf: (event) => event.stream.slice(CATEGORY.length),
  evolve(row, recorded) {
    const event = recorded as BookingRecorded;
    if (event.type === 'SlotHeld') return held(event);
    if (!row) throw new Error(`${event.type} of a booking that was never held`);
    const history = historyAfter(row, event);
    return { ...evolveRow(row, event), history };
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

/** Visits ahead on the given dates, both included: those that customers may have to be reminded of. */
export function visitsBetween(db: Kysely<ReadTables>, from: CivilDate, to: CivilDate): Promise<BookingRow[]> {
  return db
    .selectFrom('bookings')
    .selectAll()
    .where('status', '=', 'confirmed')
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('date')
    .execute();
}

/** Late cancellations that are not final yet. */
export function openForfeits(db: Kysely<ReadTables>): Promise<Pick<BookingRow, 'id' | 'date'>[]> {
  return db
    .selectFrom('bookings')
    .select(['id', 'date'])
    .where('status', '=', 'forfeited')
    .where('is_final', '=', 0)
    .orderBy('id')
    .execute();
}

/** Bookings of an account, or made with its address (in the form in which addresses are compared) by nobody's account. */
export function bookingsOfAccount(
  db: Kysely<ReadTables>,
  account: string,
  address: string | null,
): Promise<BookingRow[]> {
  return db
    .selectFrom('bookings')
    .selectAll()
    .where((where) =>
      where.or([
        where('account', '=', account),
        ...(address === null ? [] : [where.and([where('email_key', '=', address), where('account', 'is', null)])]),
      ]),
    )
    .orderBy('id')
    .execute();
}
