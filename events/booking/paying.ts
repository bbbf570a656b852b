import { CURRENT_POLICY } from '#shared/booking/notice-policy.ts';
import {
  type Booking,
  type BookingEvent,
  type BookingState,
  type Payment,
  type RefundCause,
  type BookingEvents,
  type OneBooking,
} from './booking.ts';
import { type BusinessTime, civilDateAt, unitStart } from '../business-time.ts';
import { type DayEvent, type DayState, type DayTime, areFree, unitsHeldBy } from '../day.ts';
import type { BookingAndDay, BookingAndDayEvents } from './holding.ts';
import { freeChangesLeft } from './free-changes.ts';
import { type Forfeited, type Refill, refillBySale } from './refilling.ts';
import { type Refusal, isRefusal, refuse } from '../refusal.ts';

export interface ProviderPayment {
  readonly payment: string;
  readonly checkout: string;
  readonly amount: number;
  readonly currency: string;
}

export interface PaymentContext extends BusinessTime {
  readonly booking: string;
}

function capturedThenReturned(payment: ProviderPayment, cause: RefundCause): BookingAndDayEvents {
  const { payment: id, amount, currency } = payment;
  return {
    booking: [
      { type: 'PaymentCaptured', data: payment },
      { type: 'RefundRequested', data: { payment: id, amount, currency, cause } },
    ],
    day: [],
  };
}

function released(day: DayState, booking: string): readonly DayEvent[] {
  return [{ type: 'UnitsReleased', data: { booking, units: unitsHeldBy(day, booking) } }];
}

export function confirmed(booking: Booking, { now, timeZone }: BusinessTime): BookingEvent {
  return {
    type: 'BookingConfirmed',
    data: {
      date: booking.date,
      units: booking.units,
      price: booking.price,
      freeChangesThrough: freeChangesLeft(CURRENT_POLICY, booking.date, civilDateAt(now, timeZone)),
      policy: CURRENT_POLICY,
    },
  };
}

export interface Sale extends BookingAndDay {
  readonly forfeited?: Forfeited;
}

export type SaleEvents = BookingAndDayEvents & Partial<Pick<Refill, 'forfeited'>>;

/** The events of a sale with the refills that it causes. Refuses what `refillBySale` refuses. */
export function sold(
  booking: readonly BookingEvent[],
  units: Parameters<typeof refillBySale>[1],
  { day, forfeited }: Required<Pick<Sale, 'day' | 'forfeited'>>,
  time: DayTime,
): SaleEvents | Refusal {
  const refill = refillBySale(day, units, forfeited, time);
  if (isRefusal(refill)) return refill;
  const refilled = Object.keys(refill.forfeited).length > 0 && { forfeited: refill.forfeited };
  return { booking, day: [{ type: 'UnitsConfirmed', data: units }, ...refill.day], ...refilled };
}

/**
 * Records a payment once and confirms the booking. An expired hold gets its slot back if that is free and the visit hasn't begun.
 * A payment that buys no slot is refunded in full. Refuses `unknown-booking` and `changed-meanwhile`.
 */
export function capturePayment(
  { booking, day, forfeited = {} }: Sale,
  payment: ProviderPayment,
  context: PaymentContext,
): SaleEvents | Refusal {
  if (booking === null) return refuse('unknown-booking');
  if (booking.payments.some((known) => known.payment === payment.payment)) return { booking: [], day: [] };
  if (payment.amount !== booking.price || payment.currency !== booking.currency) {
    return capturedThenReturned(payment, 'wrong-amount');
  }
  if (booking.wasConfirmed) return capturedThenReturned(payment, 'paid-twice');
  if (booking.status === 'refunded') return capturedThenReturned(payment, 'slot-lost');
  const captured: BookingEvent = { type: 'PaymentCaptured', data: payment };
  const isHeld = booking.status === 'held';
  const lost = isHeld ? released(day, context.booking) : [];
  if (booking.isForgotten) return { ...capturedThenReturned(payment, 'traded'), day: lost };
  if (booking.status === 'expired' && booking.isTraded) return capturedThenReturned(payment, 'traded');
  const { date, units } = booking;
  const hasStarted = units.some((unit) => unitStart(date, unit, context.timeZone) <= context.now);
  if (hasStarted || (!isHeld && !areFree(day, units)))
    return { ...capturedThenReturned(payment, 'slot-lost'), day: lost };
  const { booking: id, now, timeZone } = context;
  const reclaimed: BookingEvent = { type: 'SlotReclaimed', data: { date, units } };
  const events = [...(isHeld ? [] : [reclaimed]), captured, confirmed(booking, context)];
  return sold(events, { booking: id, units }, { day, forfeited }, { date, now, timeZone });
}

export type RefundOutcome = Extract<BookingEvent, { readonly type: 'RefundSucceeded' | 'RefundFailed' }>;

function isOpen({ refund, isOutside }: Payment): boolean {
  return !isOutside && (refund === 'requested' || refund === 'failed');
}

export function findOpenRefund(booking: BookingState, payment: string): Payment | null {
  return booking?.payments.find((each) => each.payment === payment && isOpen(each)) ?? null;
}

/** Does nothing for a refund that isn't open. Refuses `unknown-payment`. */
export function recordRefund({ booking }: OneBooking, outcome: RefundOutcome) {
  const payment = booking?.payments.find((each) => each.payment === outcome.data.payment);
  if (!payment) return refuse('unknown-payment');
  return { booking: isOpen(payment) ? [outcome] : [] };
}

interface OwnersRequest {
  readonly payment: string;
  readonly admin: string;
}

export function retryRefund({ booking }: OneBooking, request: OwnersRequest): BookingEvents | Refusal {
  if (booking === null) return refuse('unknown-booking');
  const isFailed = booking.payments.some(({ payment, refund }) => payment === request.payment && refund === 'failed');
  return isFailed ? { booking: [{ type: 'RefundRetried', data: request }] } : refuse('refund-not-failed');
}

export function settleRefund({ booking }: OneBooking, request: OwnersRequest): BookingEvents | Refusal {
  if (booking === null) return refuse('unknown-booking');
  const isOwed = booking.payments.some(
    ({ payment, refund, isOutside }) => payment === request.payment && isOutside && refund === 'requested',
  );
  return isOwed ? { booking: [{ type: 'RefundSettled', data: request }] } : refuse('refund-not-owed');
}
