/** Forgets customers without an account: guests who ask for it, kept visits once they're over, unpaid holds. */
import { UNUSED_DATA_DAYS } from '#shared/business/business.ts';
import type { Slot } from '#shared/booking/availability.ts';
import type { CancelOutcome, VisitsChoice } from '#shared/booking/managed-booking.ts';
import type { BusinessTime } from '../business-time.ts';
import { type Refusal, isRefusal, refuse } from '../refusal.ts';
import { type BookingAndAccount, type Caller, bookingAccess } from './booking-access.ts';
import type { Booking, BookingEvent, BookingState, BookingEvents, OneBooking } from './booking.ts';
import { cancelBooking, isVisitAhead, visitEnd } from './changing.ts';
import type { BookingAndDay, BookingAndDayEvents } from './holding.ts';

const NOTHING: BookingAndDayEvents = { booking: [], day: [] };

function forgotten({ person }: Booking): BookingEvent {
  return { type: 'CustomerForgotten', data: { person } };
}

export interface ForgetRequest extends BusinessTime {
  readonly booking: string;
  readonly visit: VisitsChoice | null;
  readonly from: Slot;
  readonly expects: CancelOutcome | null;
}

/**
 * A visit ahead is canceled, or kept and its customer forgotten after it. Records nothing the second time. Refuses
 * `unknown-booking`, `has-account`, `invalid` if the guest didn't choose, and what `cancelBooking` refuses.
 */
export function forgetGuest(
  { booking, day }: BookingAndDay,
  { booking: id, visit, from, expects, now, timeZone }: ForgetRequest,
): BookingAndDayEvents | Refusal {
  if (booking === null) return refuse('unknown-booking');
  if (booking.isForgotten) return NOTHING;
  if (booking.account !== null) return refuse('has-account');
  if (!isVisitAhead(booking, { now, timeZone })) return { booking: [forgotten(booking)], day: [] };
  if (visit === null) return refuse('invalid');
  if (visit === 'keep') {
    if (booking.isForgottenAfterVisit) return NOTHING;
    return { booking: [{ type: 'ForgettingRequested', data: { person: booking.person } }], day: [] };
  }
  if (expects === null) return refuse('terms-changed');
  const canceled = cancelBooking({ booking, day }, { booking: id, by: 'customer', from, expects, now, timeZone });
  return isRefusal(canceled) ? canceled : { ...canceled, booking: [...canceled.booking, forgotten(booking)] };
}

/** A caller may ask again once the customer is forgotten, so that a repeated request gets the same response. */
export function authorizeForgetting({ booking, account = null }: BookingAndAccount, caller: Caller): Refusal | null {
  const before = booking && { ...booking, isForgotten: false };
  const access = bookingAccess({ booking: before, account }, caller);
  if (access === 'granted') return null;
  return refuse(access === 'replaced' ? 'link-replaced' : 'unknown-booking');
}

/** In milliseconds; null unless the customer of a kept visit is to be forgotten. */
export function forgetAt(booking: BookingState, timeZone: string): number | null {
  if (booking === null || !booking.isForgottenAfterVisit || booking.isForgotten) return null;
  return visitEnd(booking, timeZone);
}

export function endKeptVisit({ booking }: OneBooking, { now, timeZone }: BusinessTime): BookingEvents {
  const at = forgetAt(booking, timeZone);
  if (booking === null || at === null || now < at) return { booking: [] };
  return { booking: [{ type: 'KeptVisitOver', data: { person: booking.person } }, forgotten(booking)] };
}

/** Forgets an unpaid hold with its guest's booking, unless a payment is still on its way back. */
export function forgetWithGuest({ booking }: OneBooking): BookingEvents {
  if (booking?.status !== 'expired' || booking.isForgotten) return { booking: [] };
  const isSettled = booking.payments.every(({ refund }) => refund === 'succeeded');
  return { booking: isSettled ? [forgotten(booking)] : [] };
}

export const UNPAID_KEPT_MS = UNUSED_DATA_DAYS * 86_400_000;

export function forgetUnpaid(states: OneBooking, now: number): BookingEvents {
  const isOld = states.booking !== null && now >= states.booking.expiresAt + UNPAID_KEPT_MS;
  return isOld ? forgetWithGuest(states) : { booking: [] };
}

/** Records nothing the second time, for another account's booking, or for a visit that its customer keeps. */
export function forgetCustomer({ booking }: OneBooking, account: string): BookingEvents {
  if (booking === null || booking.isForgotten || booking.keptFrom === account) return { booking: [] };
  if (booking.account !== null && booking.account !== account) return { booking: [] };
  return { booking: [{ type: 'CustomerForgotten', data: { person: booking.person } }] };
}
