import type { CivilDate } from '#shared/civil-date.ts';
import type { PaidState, RefundProgress } from '#shared/managed-booking.ts';
import type { SessionType, Unit } from '#shared/session-type.ts';
import type { BookingEvent, CURRENCY, RefundCause, ReminderKind } from './booking-facts.ts';
import type { Stream, StreamType } from './event.ts';

/** The life of one booking, as its facts add up. Amounts are integer cents. */

export {
  type BookingEvent,
  type BookingEventOf,
  CURRENCY,
  type DateUnits,
  type PersonalDetails,
  type RefundCause,
  type ReminderKind,
} from './booking-facts.ts';

export type BookingStatus = 'held' | 'expired' | PaidState;

export type RefundStatus = RefundProgress;

/** Money taken for a booking, and whether it went back. */
export interface Payment {
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  readonly refund: RefundStatus;
  /** Why it was to go back. */
  readonly refundCause?: RefundCause;
  /** The provider's id of the refund that it accepted last. */
  readonly refundId?: string;
}

export interface Booking {
  readonly status: BookingStatus;
  readonly service: SessionType;
  readonly date: CivilDate;
  readonly units: readonly Unit[];
  readonly price: number;
  readonly currency: typeof CURRENCY;
  readonly expiresAt: number;
  /** Whether its visitor gave the slot up for another: money that still comes for it goes back. */
  readonly isTraded: boolean;
  readonly person: string;
  /** How often its visitor corrected their answers while it was held. */
  readonly corrections: number;
  /** Whether the person's data is gone. */
  readonly isForgotten: boolean;
  /** Checkouts opened at the payment provider, latest last. */
  readonly checkouts: readonly string[];
  readonly payments: readonly Payment[];
  /** Whether it ever was a paid visit: then any further payment is one too many. */
  readonly wasConfirmed: boolean;
  /** The last date, to its end, of free changes; null when there is none. */
  readonly freeChangesThrough: CivilDate | null;
  /** How often it was moved. */
  readonly moves: number;
  /** Whether a forfeiture can no longer be refilled. */
  readonly isFinal: boolean;
  /** What was reminded of, as `reminderKey` has it. */
  readonly reminders: readonly string[];
  /** When the links to all that was booked with its address were last asked for, in milliseconds. */
  readonly linksAskedAt: number | null;
  readonly account: string | null;
  /** The deleted account without which its customer keeps the visit; they are forgotten once its time is over. */
  readonly keptFrom: string | null;
}

/** Null before the slot was ever held. */
export type BookingState = Booking | null;

/** Whether a refund of this cause leaves nothing of the booking. */
export function endsBooking(cause: RefundCause): boolean {
  return cause === 'slot-lost' || cause === 'traded' || cause === 'refilled' || cause === 'goodwill';
}

/** Whether it returns money that was never wanted: beyond what the visit costs. Nothing else about the booking changes. */
export function isSurplus(cause: RefundCause): boolean {
  return cause === 'paid-twice' || cause === 'wrong-amount';
}

/** Money that stays with the business as things are. */
export function keptPayments(booking: Booking): readonly Payment[] {
  return booking.payments.filter(({ refund }) => refund === 'none');
}

/** Whether it was paid for and the money stays with the business as things are. */
export function isPaidFor(booking: BookingState): boolean {
  return booking !== null && keptPayments(booking).length > 0;
}

/** Asks for all kept money to go back. */
export function refundAll(booking: Booking, cause: RefundCause): BookingEvent[] {
  return keptPayments(booking).map(({ payment, amount, currency }) => ({
    type: 'RefundRequested',
    data: { payment, amount, currency, cause },
  }));
}

/** One reminder of a kind for each date the visit is moved to. */
export function reminderKey(kind: ReminderKind, date: CivilDate): string {
  return `${kind}:${date}`;
}

function withRefund(booking: Booking, payment: string, change: Partial<Payment>): Booking {
  const payments = booking.payments.map((each) => (each.payment === payment ? { ...each, ...change } : each));
  return { ...booking, payments };
}

function evolveBooking(booking: Booking, event: Exclude<BookingEvent, { type: 'SlotHeld' }>): Booking {
  switch (event.type) {
    case 'HoldRevised':
      return { ...booking, person: event.data.person, corrections: booking.corrections + 1 };
    case 'CheckoutOpened':
      return { ...booking, checkouts: [...booking.checkouts, event.data.checkout] };
    case 'HoldExpired':
      return { ...booking, status: 'expired', isTraded: event.data.cause === 'replaced' };
    case 'SlotReclaimed':
      return { ...booking, date: event.data.date, units: event.data.units };
    case 'PaymentCaptured': {
      const { payment, amount, currency } = event.data;
      return { ...booking, payments: [...booking.payments, { payment, amount, currency, refund: 'none' }] };
    }
    case 'BookingConfirmed': {
      const { date, units, freeChangesThrough } = event.data;
      return { ...booking, status: 'confirmed', wasConfirmed: true, date, units, freeChangesThrough };
    }
    case 'BookingRescheduled': {
      const { date, units, freeChangesThrough, move: moves } = event.data;
      return { ...booking, date, units, freeChangesThrough, moves };
    }
    case 'BookingCancelled':
      return { ...booking, status: 'cancelled' };
    case 'BookingForfeited':
      return { ...booking, status: 'forfeited' };
    case 'ForfeitureFinalised':
      return { ...booking, isFinal: true };
    case 'SlotRefilled':
      // The request for the refund, which comes with it, says what follows.
      return booking;
    case 'VisitCompleted':
      return { ...booking, status: 'completed' };
    case 'NoShowRecorded':
      return { ...booking, status: 'no-show' };
    case 'NoShowUndone':
      return { ...booking, status: 'confirmed' };
    case 'ReminderRequested':
      return { ...booking, reminders: [...booking.reminders, reminderKey(event.data.kind, event.data.date)] };
    case 'LinksRequested':
      return { ...booking, linksAskedAt: event.data.askedAt };
    case 'BookingClaimed':
      return { ...booking, account: event.data.account };
    case 'RefundRequested': {
      const status = endsBooking(event.data.cause) ? 'refunded' : booking.status;
      return {
        ...withRefund(booking, event.data.payment, { refund: 'requested', refundCause: event.data.cause }),
        status,
      };
    }
    case 'RefundSucceeded':
      return withRefund(booking, event.data.payment, { refund: 'succeeded', refundId: event.data.refund });
    case 'RefundFailed':
      return withRefund(booking, event.data.payment, { refund: 'failed' });
    case 'VisitKept':
      return { ...booking, account: null, keptFrom: event.data.account };
    case 'CustomerEmailChanged':
      // The address is personal: no rule knows it.
      return booking;
    case 'KeptVisitOver':
      // The event that forgets its customer comes with it.
      return booking;
    case 'CustomerForgotten':
      return { ...booking, isForgotten: true };
  }
}

export const bookingType: StreamType<BookingState, BookingEvent> = {
  category: 'booking',
  initial: null,
  evolve(state, event) {
    if (event.type !== 'SlotHeld') {
      if (state === null) throw new Error(`${event.type} before SlotHeld`);
      return evolveBooking(state, event);
    }
    const { service, date, units, price, currency, expiresAt, account, person } = event.data;
    return {
      status: 'held',
      service,
      date,
      units,
      price,
      currency,
      expiresAt,
      isTraded: false,
      person,
      corrections: 0,
      isForgotten: false,
      checkouts: [],
      payments: [],
      wasConfirmed: false,
      freeChangesThrough: null,
      moves: 0,
      isFinal: false,
      reminders: [],
      linksAskedAt: null,
      account,
      keptFrom: null,
    };
  },
};

export function bookingStream(id: string): Stream<BookingState, BookingEvent> {
  return { name: `booking-${id}`, type: bookingType };
}

/** The stream of a booking whose id has just been made. */
export function newBookingStream(id: string): Stream<BookingState, BookingEvent> {
  return { ...bookingStream(id), isNew: true };
}

/** The booking a stream belongs to. */
export function bookingOf(stream: string): string {
  return stream.slice(bookingType.category.length + 1);
}
