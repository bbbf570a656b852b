/** Events for the tests: `b1` is the booking under test, `b2` another customer's of the same day. */
import type { BookingEvent, BookingEventOf, RefundCause } from '#events/booking/booking.ts';
import { type BookingTime, bookingTimeAt } from '#events/business-time.ts';
import type { HoldRequest } from '#events/booking/holding.ts';
import type { PaymentContext, ProviderPayment } from '#events/booking/paying.ts';
import type { CivilDate } from '#shared/civil-date.ts';
import { type Claim, type Unit } from '#shared/booking/session-type.ts';
import { PRICE_CENTS } from '#tests/amounts.ts';
import type { Past } from './given.ts';

export const ZONE = 'America/Los_Angeles';

/** An instant, from an ISO string with its offset. */
export function at(iso: string): number {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) throw new Error(`not an instant: ${iso}`);
  return ms;
}

export const NOW = at('2027-03-09T10:00:00-08:00');
export const HALF_AN_HOUR_LATER = at('2027-03-09T10:30:00-08:00');
export const DATE: CivilDate = '2027-03-16';
/** Work on the morning of DATE starts. */
export const MORNING_STARTS = at('2027-03-16T07:00:00-07:00');
export const AFTERNOON_STARTS = at('2027-03-16T13:00:00-07:00');

export const PERSONAL = {
  name: 'Ada Reyes',
  email: 'ada@example.com',
  phone: '805-555-0142',
  address: '12 Anacapa St',
  notes: 'Dog in the yard',
};

const PRICES: Readonly<Record<Claim, number>> = { am: 29_900, pm: 29_900, full: 49_900 };
const UNITS_OF: Readonly<Record<Claim, readonly Unit[]>> = { am: ['am'], pm: ['pm'], full: ['am', 'pm'] };

export function time(now: number = NOW): BookingTime {
  return bookingTimeAt({ now, timeZone: ZONE, windowDays: 60 });
}

export function request(claim: Claim, change: Partial<HoldRequest> = {}): HoldRequest {
  return {
    booking: 'b1',
    date: DATE,
    claim,
    area: 'Ojai',
    tasks: ['tv-mounting'],
    account: null,
    person: 'p1',
    personal: PERSONAL,
    price: PRICES[claim],
    prices: PRICE_CENTS,
    time: time(),
    ...change,
  };
}

export function context(now: number = NOW): PaymentContext {
  return { booking: 'b1', now, timeZone: ZONE };
}

export function payment(claim: Claim, change: Partial<ProviderPayment> = {}): ProviderPayment {
  return { payment: 'pay1', checkout: 'c1', amount: PRICES[claim], currency: 'usd', ...change };
}

export function slotHeld(claim: Claim): BookingEventOf<'SlotHeld'> {
  return {
    type: 'SlotHeld',
    data: {
      service: claim === 'full' ? 'full-day' : 'half-day',
      date: DATE,
      units: UNITS_OF[claim],
      area: 'Ojai',
      tasks: ['tv-mounting'],
      price: PRICES[claim],
      currency: 'usd',
      expiresAt: HALF_AN_HOUR_LATER,
      method: 'online',
      account: null,
      person: 'p1',
      personal: PERSONAL,
    },
  };
}

type Confirmation = BookingEventOf<'BookingConfirmed'>;

export function bookingConfirmed(claim: Claim, change: Partial<Confirmation['data']> = {}): Confirmation {
  return {
    type: 'BookingConfirmed',
    data: {
      date: DATE,
      units: UNITS_OF[claim],
      price: PRICES[claim],
      freeChangesThrough: '2027-03-14',
      policy: 'two-days-notice',
      ...change,
    },
  };
}

export function captured(paid: ProviderPayment): BookingEvent {
  return { type: 'PaymentCaptured', data: paid };
}

export function refundRequested(paid: ProviderPayment, cause: RefundCause): BookingEvent {
  const { payment, amount, currency } = paid;
  return { type: 'RefundRequested', data: { payment, amount, currency, cause } };
}

export function held(claim: Claim): Past {
  const data = { booking: 'b1', units: UNITS_OF[claim], until: HALF_AN_HOUR_LATER };
  return { booking: [slotHeld(claim)], day: [{ type: 'UnitsHeld', data }] };
}

export function lapsed(claim: Claim): Past {
  return {
    booking: [{ type: 'HoldExpired', data: { cause: 'lapsed' } }],
    day: [{ type: 'UnitsReleased', data: { booking: 'b1', units: UNITS_OF[claim] } }],
  };
}

export function confirmed(claim: Claim, change: Partial<Confirmation['data']> = {}): Past {
  return {
    booking: [captured(payment(claim)), bookingConfirmed(claim, change)],
    day: [{ type: 'UnitsConfirmed', data: { booking: 'b1', units: UNITS_OF[claim] } }],
  };
}

/** The payment arrived after the slot had gone to another customer. */
export function lost(claim: Claim): Past {
  return { booking: [captured(payment(claim)), refundRequested(payment(claim), 'slot-lost')] };
}

export function heldByAnother(claim: Claim): Past {
  const data = { booking: 'b2', units: UNITS_OF[claim], until: HALF_AN_HOUR_LATER };
  return { day: [{ type: 'UnitsHeld', data }] };
}

export function releasedByAnother(claim: Claim): Past {
  return { day: [{ type: 'UnitsReleased', data: { booking: 'b2', units: UNITS_OF[claim] } }] };
}

export function bookedByAnother(claim: Claim): Past {
  return { day: [{ type: 'UnitsConfirmed', data: { booking: 'b2', units: UNITS_OF[claim] } }] };
}

/** Cancelled too late. */
export function forfeited(claim: Claim): Past {
  const units = UNITS_OF[claim];
  return {
    booking: [{ type: 'BookingForfeited', data: { date: DATE, units } }],
    day: [{ type: 'UnitsForfeited', data: { booking: 'b1', units } }],
  };
}

/** Units of `b1`'s late cancellation were sold again, to `b2`. */
export function refilled(claim: Claim, by: string | null = 'b2'): Past {
  return { day: [{ type: 'UnitsRefilled', data: { booking: 'b1', units: UNITS_OF[claim], by } }] };
}
