import { type BookingEvent, CURRENCY } from '#events/booking/booking.ts';
import type { Recorded } from '#events/event.ts';
import type { Slot } from '#shared/booking/availability.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import type { HistoryLine } from '#shared/booking/managed-booking.ts';
import { type Unit, claimOf } from '#shared/booking/session-type.ts';
import { type BookingRow, refundsOf } from './booking-row.ts';

type Line = HistoryLine extends infer Each ? (Each extends HistoryLine ? Omit<Each, 'at'> : never) : never;

function slot({ date, units }: { readonly date: CivilDate; readonly units: readonly Unit[] }): Slot {
  return { date, claim: claimOf(units) };
}

type Row = Pick<BookingRow, 'price' | 'refunds' | 'history' | 'confirmed_at' | 'method'>;

interface Money {
  readonly amount: number;
  readonly currency: string;
}

function money({ amount, currency }: Money) {
  return { cents: amount, ...(currency !== CURRENCY && { currency }) };
}

function refunded(row: Row, payment: string) {
  const none = { amount: 0, currency: CURRENCY };
  return money(refundsOf(row).find((refund) => refund.payment === payment) ?? none);
}

function outside({ method }: Row) {
  return method === 'owner' ? ({ outside: true } as const) : {};
}

/** The entry that an event adds to a booking's history for its customer; null when it adds none. */
function lineOf(event: Recorded<BookingEvent>, row: Row): Line | null {
  switch (event.type) {
    case 'PaymentCaptured': {
      const { amount, currency } = event.data;
      // The entry of the booking already names the payment for it.
      const isForVisit = row.confirmed_at === null && amount === row.price && currency === CURRENCY;
      return isForVisit ? null : { kind: 'paid', ...money(event.data) };
    }
    case 'BookingConfirmed':
      return { kind: 'booked', slot: slot(event.data), cents: event.data.price, ...outside(row) };
    case 'BookingRescheduled':
      return {
        kind: 'moved',
        from: slot(event.data.from),
        to: slot(event.data),
        ...(event.data.admin !== undefined && { by: 'owner' }),
      };
    case 'BookingCancelled':
      return { kind: 'cancelled', by: event.data.by };
    case 'BookingForfeited':
      return { kind: 'forfeited', cents: row.price };
    case 'SlotRefilled':
      return { kind: 'refilled' };
    case 'ForfeitureFinalised':
      return { kind: 'forfeiture-final' };
    case 'RefundRequested':
      // All of it had gone back already.
      if (event.data.amount === 0) return null;
      return { kind: 'refund-requested', ...money(event.data), reason: event.data.cause, ...outside(row) };
    case 'RefundFailed':
      return event.data.attempt === 1 ? { kind: 'refund-delayed', ...refunded(row, event.data.payment) } : null;
    case 'RefundSucceeded': {
      const { payment, amount } = event.data;
      const sent = refunded(row, payment);
      // All of it had gone back already.
      return amount === 0 ? null : { kind: 'refund-succeeded', ...sent, cents: amount ?? sent.cents, ...outside(row) };
    }
    case 'RefundedByHand':
      return { kind: 'refunded-by-hand', ...money(event.data) };
    case 'DisputeReported':
      return event.data.state === 'lost' ? { kind: 'dispute-lost', ...money(event.data) } : null;
    case 'RefundSettled':
      return { kind: 'refund-succeeded', ...refunded(row, event.data.payment), ...outside(row) };
    case 'ForgettingRequested':
      return { kind: 'forgetting-requested' };
    case 'BookingDetailsCorrected': {
      const { fields, admin } = event.data;
      return { kind: 'details-corrected', fields, ...(admin !== undefined && { by: 'owner' }) };
    }
    case 'VisitCompleted':
      return { kind: 'completed' };
    case 'CompletionUndone':
      return { kind: 'completion-undone' };
    case 'NoShowRecorded':
      return { kind: 'no-show' };
    case 'NoShowUndone':
      return { kind: 'no-show-undone' };
    case 'SlotHeld':
    case 'HoldRevised':
    case 'CheckoutOpened':
    case 'HoldExpired':
    case 'SlotReclaimed':
    case 'PaidOutside':
    case 'ReminderRequested':
    case 'LinksRequested':
    case 'RefundRetried':
    case 'HandRefundFailed':
    case 'BookingClaimed':
    case 'PhotosAdded':
    case 'PhotoRemoved':
    case 'MessageSent':
    case 'CustomerEmailChanged':
    case 'VisitKept':
    case 'KeptVisitOver':
    case 'CustomerForgotten':
      return null;
  }
}

/** A booking's history as JSON, with the entry of an event. `row` is the row before the event. */
export function historyAfter(row: Row, event: Recorded<BookingEvent>): string {
  const line = lineOf(event, row);
  if (line === null) return row.history;
  return JSON.stringify([...(JSON.parse(row.history) as HistoryLine[]), { at: event.at, ...line }]);
}
