/** What customers read about the course of their booking. */
import type { Store } from '#db/store.ts';
import {
  type Booking,
  type BookingEvent,
  type BookingState,
  CURRENCY,
  bookingStream,
  bookingType,
  centsLeft,
} from '#events/booking/booking.ts';
import { type DayEvent, dayStream } from '#events/day.ts';
import type { Recorded } from '#events/event.ts';
import type { Slot } from '#shared/booking/availability.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import type { HistoryLine } from '#shared/booking/managed-booking.ts';
import { type Unit, claimOf } from '#shared/booking/session-type.ts';

type Line = HistoryLine extends infer Each ? (Each extends HistoryLine ? Omit<Each, 'at'> : never) : never;

/** Units of a late cancellation that were booked again or closed. */
export type Refilled = Recorded<Extract<DayEvent, { type: 'UnitsRefilled' }>>;

/** How a late cancellation's units were booked again: only their day's stream says so. */
export async function refillsOf(
  store: Pick<Store, 'eventsOf'>,
  id: string,
  own: readonly Recorded<BookingEvent>[],
): Promise<Refilled[]> {
  const forfeited = own.find((event) => event.type === 'BookingForfeited');
  if (!forfeited) return [];
  const events = await store.eventsOf(dayStream(forfeited.data.date));
  return events.flatMap((event) => (event.type === 'UnitsRefilled' && event.data.booking === id ? [event] : []));
}

function slot({ date, units }: { readonly date: CivilDate; readonly units: readonly Unit[] }): Slot {
  return { date, claim: claimOf(units) };
}

function money({ amount, currency }: { readonly amount: number; readonly currency: string }) {
  return { cents: amount, ...(currency !== CURRENCY && { currency }) };
}

/** What a refund of a payment sends back. */
function refunded({ payments }: Booking, id: string) {
  const payment = payments.find((each) => each.payment === id);
  return money(
    payment ? { amount: centsLeft(payment), currency: payment.currency } : { amount: 0, currency: CURRENCY },
  );
}

function outside({ payments }: Booking) {
  return payments.some(({ isOutside }) => isOutside) ? ({ outside: true } as const) : {};
}

/** The entry that an event adds to the history of a booking in this state; null when it adds none. */
function lineOf(event: Recorded<BookingEvent> | Refilled, booking: Booking): Line | null {
  switch (event.type) {
    case 'PaymentCaptured': {
      const { amount, currency } = event.data;
      // The entry of the booking already names the payment for it.
      const isForVisit = !booking.wasConfirmed && amount === booking.price && currency === CURRENCY;
      return isForVisit ? null : { kind: 'paid', ...money(event.data) };
    }
    case 'BookingConfirmed':
      return { kind: 'booked', slot: slot(event.data), cents: event.data.price, ...outside(booking) };
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
      return { kind: 'forfeited', cents: booking.price };
    case 'UnitsRefilled': {
      const { units, by } = event.data;
      const [unit] = units;
      if (unit === undefined || units.length === booking.units.length) return null;
      return { kind: 'half-refilled', unit, by: by === null ? 'closure' : 'sale' };
    }
    case 'SlotRefilled':
      return { kind: 'refilled' };
    case 'ForfeitureFinalised':
      return { kind: 'forfeiture-final' };
    case 'RefundRequested':
      // All of it had gone back already.
      if (event.data.amount === 0) return null;
      return { kind: 'refund-requested', ...money(event.data), reason: event.data.cause, ...outside(booking) };
    case 'RefundFailed':
      return event.data.attempt === 1 ? { kind: 'refund-delayed', ...refunded(booking, event.data.payment) } : null;
    case 'RefundSucceeded': {
      const { payment, amount } = event.data;
      const sent = refunded(booking, payment);
      // All of it had gone back already.
      return amount === 0
        ? null
        : { kind: 'refund-succeeded', ...sent, cents: amount ?? sent.cents, ...outside(booking) };
    }
    case 'RefundedByHand':
      return { kind: 'refunded-by-hand', ...money(event.data) };
    case 'DisputeReported':
      return event.data.state === 'lost' ? { kind: 'dispute-lost', ...money(event.data) } : null;
    case 'RefundSettled':
      return { kind: 'refund-succeeded', ...refunded(booking, event.data.payment), ...outside(booking) };
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

/** A booking's history, earliest first. A whole day can be refilled in two halves: the second one has an event of the booking. */
export async function historyOf(store: Pick<Store, 'eventsOf'>, id: string): Promise<HistoryLine[]> {
  const own = await store.eventsOf(bookingStream(id));
  const [half] = await refillsOf(store, id, own);
  const events = half ? [...own, half].toSorted((one, other) => one.position - other.position) : own;
  let booking: BookingState = null;
  const lines: HistoryLine[] = [];
  for (const event of events) {
    const line: Line | null = booking && lineOf(event, booking);
    if (line) lines.push({ at: event.at, ...line });
    // Rules read no personal data, which may be forgotten.
    if (event.type !== 'UnitsRefilled') booking = bookingType.evolve(booking, event as BookingEvent);
  }
  return lines;
}
