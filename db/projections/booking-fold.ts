import { comparable } from '#shared/comparable.ts';
import { claimOf } from '#shared/session-type.ts';
import type { BookingEvent, PersonalDetails } from '#events/booking.ts';
import { CURRENCY, bookingOf, endsBooking } from '#events/booking.ts';
import type { Recorded } from '#events/event.ts';
import { historyAfter } from './booking-history.ts';
import { type BookingRow, type RefundRow, overallRefund, refundsOf, wasPaid } from './booking-row.ts';

/** How a booking's row follows from its events. */

const FORGOTTEN = { name: null, email: null, email_key: null, phone: null, address: null, notes: null };

function addressed({ email }: Pick<PersonalDetails, 'email'>) {
  return { email, email_key: comparable(email) };
}

function personalColumns(personal: PersonalDetails | null) {
  if (!personal) return FORGOTTEN;
  const { name, phone, address, notes } = personal;
  return { name, ...addressed(personal), phone, address, notes };
}

function withRefunds(row: BookingRow, refunds: readonly RefundRow[]): BookingRow {
  const ofPrice = refunds.filter(({ currency }) => currency === CURRENCY);
  const sum = (some: readonly RefundRow[]) => some.reduce((cents, { amount }) => cents + amount, 0);
  return {
    ...row,
    refunds: JSON.stringify(refunds),
    refund: overallRefund(refunds),
    refunding: sum(ofPrice),
    refunded: sum(ofPrice.filter(({ status }) => status === 'succeeded')),
    failing: sum(ofPrice.filter(({ status }) => status === 'failed')),
  };
}

function changeRefund(row: BookingRow, payment: string, change: (refund: RefundRow) => RefundRow): BookingRow {
  const refunds = refundsOf(row).map((refund) => (refund.payment === payment ? change(refund) : refund));
  return withRefunds(row, refunds);
}

export type BookingRecorded = Recorded<BookingEvent>;

function held(event: Extract<BookingRecorded, { type: 'SlotHeld' }>): BookingRow {
  const { service, date, units, area, tasks, price, method, expiresAt, account, person, personal } = event.data;
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
    refunding: 0,
    failing: 0,
    refund: 'none',
    refunded_at: null,
    refunds: '[]',
    history: '[]',
    account,
    customer: null,
    is_kept: 0,
    person,
    ...personalColumns(personal),
  };
}

/** A change that calendars have to be told of. */
function changed(row: BookingRow, at: number): Pick<BookingRow, 'sequence' | 'changed_at'> {
  return { sequence: row.sequence + 1, changed_at: at };
}

function changedRow(row: BookingRow, event: Exclude<BookingRecorded, { type: 'SlotHeld' }>): BookingRow {
  switch (event.type) {
    case 'HoldRevised': {
      const { area, tasks, person, personal } = event.data;
      return { ...row, area, tasks: JSON.stringify(tasks), person, ...personalColumns(personal) };
    }
    case 'CustomerEmailChanged': {
      // Null in the log of a customer who is forgotten, whatever the type of a fresh event says.
      const { personal } = event.data as { readonly personal: typeof event.data.personal | null };
      return personal ? { ...row, ...addressed(personal) } : row;
    }
    case 'CheckoutOpened':
      return { ...row, checkout: event.data.checkout, attempts: event.data.attempt };
    case 'HoldExpired':
      return { ...row, status: 'expired' };
    case 'SlotReclaimed':
      return { ...row, date: event.data.date, claim: claimOf(event.data.units) };
    case 'PaymentCaptured':
      return event.data.currency === CURRENCY ? { ...row, captured: row.captured + event.data.amount } : row;
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
      const { payment, amount, currency, cause } = event.data;
      const refund: RefundRow = {
        payment,
        amount,
        currency,
        cause,
        status: 'requested',
        attempts: 0,
        at: event.at,
        event: event.id,
      };
      const next = withRefunds(row, [...refundsOf(row), refund]);
      return endsBooking(cause) ? { ...next, status: 'refunded' } : next;
    }
    case 'RefundSucceeded': {
      const { payment } = event.data;
      const next = changeRefund(row, payment, (refund) => ({ ...refund, status: 'succeeded', at: event.at }));
      return { ...next, refunded_at: event.at };
    }
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
    case 'VisitKept':
      return { ...row, account: null, is_kept: 1 };
    case 'KeptVisitOver':
    case 'SlotRefilled':
    case 'ReminderRequested':
    case 'LinksRequested':
      return row;
    case 'CustomerForgotten':
      return { ...row, ...FORGOTTEN, is_kept: 0 };
  }
}

/** The row after an event; null before the first. */
export function bookingRowAfter(row: BookingRow | null, event: BookingRecorded): BookingRow {
  if (event.type === 'SlotHeld') return withCustomer(held(event));
  if (!row) throw new Error(`${event.type} of a booking that was never held`);
  return withCustomer({ ...changedRow(row, event), history: historyAfter(row, event) });
}

/** A guest may type any address for a hold: only once the booking is paid does it count as that address's. */
function withCustomer(row: BookingRow): BookingRow {
  return { ...row, customer: row.account ?? (wasPaid(row) ? row.email_key : null) };
}
