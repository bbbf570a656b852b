/** Booked by phone: confirmed and paid at once, without a hold or the payment provider. */
import { priceOf } from '#shared/booking/prices.ts';
import { sessionTypeOf, unitsOf } from '#shared/booking/session-type.ts';
import { type BookingEvent, CURRENCY, bookingType } from './booking.ts';
import { whenOwnerCanBook } from '../business-time.ts';
import { areFree } from '../day.ts';
import { type HoldRequest, slotHeld } from './holding.ts';
import { type Sale, type SaleEvents, confirmed, sold } from './paying.ts';
import { type Refusal, refuse } from '../refusal.ts';

export interface PhoneRequest extends Omit<HoldRequest, 'account' | 'price' | 'prices'> {
  readonly admin: string;
}

export function outsidePayment(booking: string): string {
  return `outside-${booking}`;
}

/** Refuses `too-soon`, `too-far`, `slot-taken`, `already-held` for a booking that exists, and `changed-meanwhile`. */
export function bookByPhone({ booking, day, forfeited = {} }: Sale, request: PhoneRequest): SaleEvents | Refusal {
  if (booking !== null) return refuse('already-held');
  const { booking: id, date, claim, admin, time } = request;
  const units = unitsOf(claim);
  const bookable = whenOwnerCanBook(date, units, time);
  if (bookable !== 'open') return refuse(bookable);
  if (!areFree(day, units)) return refuse('slot-taken');
  const price = priceOf(sessionTypeOf(claim), time.today);
  const taken = slotHeld(request, { price, expiresAt: time.now, method: 'owner', account: null });
  const paid: BookingEvent = {
    type: 'PaidOutside',
    data: { payment: outsidePayment(id), amount: price, currency: CURRENCY, admin },
  };
  const held = bookingType.evolve(null, taken);
  if (held === null) return refuse('unknown-booking');
  return sold([taken, paid, confirmed(held, time)], { booking: id, units }, { day, forfeited }, { ...time, date });
}
