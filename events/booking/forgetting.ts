/**
 * Forgets customers without an account to delete: guests who ask for it, customers who keep a visit until it is over, and
 * visitors who never paid.
 */
import { UNUSED_DATA_DAYS } from '#shared/business/business.ts';
import type { Slot } from '#shared/booking/availability.ts';
import type { CancelOutcome, VisitsChoice } from '#shared/booking/managed-booking.ts';
import type { BusinessTime } from '../business-time.ts';
import { type Refusal, isRefusal, refuse } from '../refusal.ts';
import { type BookingAndAccount, type Caller, bookingAccess } from './booking-access.ts';
import type { Booking, BookingEvent, BookingState } from './booking.ts';
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
 * At a guest's request. A visit ahead is canceled by its rules, or kept: then its customer is forgotten once it is over. Records
 * nothing the second time. Refuses `unknown-booking`, `has-account`, `invalid` when the guest did not choose about a visit ahead,
 * and what `cancelBooking` refuses.
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

/**
 * Whoever may change the booking. The same caller may ask again once the customer is forgotten, so that a repeated request is
 * answered like the first.
 */
export function authorizeForgetting({ booking, account = null }: BookingAndAccount, caller: Caller): Refusal | null {
  const before = booking && { ...booking, isForgotten: false };
  const access = bookingAccess({ booking: before, account }, caller);
  if (access === 'granted') return null;
  return refuse(access === 'replaced' ? 'link-replaced' : 'unknown-booking');
}

/** When the customer of a kept visit is to be forgotten, in milliseconds; null for any other booking. */
export function forgetAt(booking: BookingState, timeZone: string): number | null {
  if (booking === null || !booking.isForgottenAfterVisit || booking.isForgotten) return null;
  return visitEnd(booking, timeZone);
}

/** Once the visit's time is over; it may have been canceled. */
export function endKeptVisit(
  { booking }: { readonly booking: BookingState },
  { now, timeZone }: BusinessTime,
): { readonly booking: readonly BookingEvent[] } {
  const at = forgetAt(booking, timeZone);
  if (booking === null || at === null || now < at) return { booking: [] };
  return { booking: [{ type: 'KeptVisitOver', data: { person: booking.person } }, forgotten(booking)] };
}

/**
 * For a hold that ended unpaid, because the same guest is forgotten in a booking. Records nothing for any other booking, and
 * while a payment that did not buy the slot is on its way back.
 */
export function forgetWithGuest({ booking }: { readonly booking: BookingState }): {
  readonly booking: readonly BookingEvent[];
} {
  if (booking?.status !== 'expired' || booking.isForgotten) return { booking: [] };
  const isSettled = booking.payments.every(({ refund }) => refund === 'succeeded');
  return { booking: isSettled ? [forgotten(booking)] : [] };
}

/** After the end of an unpaid hold. */
export const UNPAID_KEPT_MS = UNUSED_DATA_DAYS * 86_400_000;

/** `UNUSED_DATA_DAYS` after its end, by the rules of `forgetWithGuest`. */
export function forgetUnpaid(
  states: { readonly booking: BookingState },
  now: number,
): { readonly booking: readonly BookingEvent[] } {
  const isOld = states.booking !== null && now >= states.booking.expiresAt + UNPAID_KEPT_MS;
  return isOld ? forgetWithGuest(states) : { booking: [] };
}
