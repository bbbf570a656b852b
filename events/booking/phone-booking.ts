/** Booked by phone: confirmed and paid at once, without a hold or the payment provider. */
import { priceOf } from '#shared/booking/prices.ts';
import { sessionTypeOf, unitsOf } from '#shared/booking/session-type.ts';
import { type BookingEvent, CURRENCY, bookingType } from './booking.ts';
import { whenOwnerCanBook } from '../business-time.ts';
import { areFree } from '../day.ts';
import type { HoldRequest } from './holding.ts';
import { type Sale, type SaleEvents, confirmed } from './paying.ts';
import { refillBySale } from './refilling.ts';
import { type Refusal, isRefusal, refuse } from '../refusal.ts';

export interface PhoneRequest extends Omit<HoldRequest, 'account' | 'price' | 'prices'> {
  readonly admin: string;
}

export function outsidePayment(booking: string): string {
  return `outside-${booking}`;
}

/** Refuses `too-soon`, `too-far`, `slot-taken`, `already-held` for a booking that exists, and `changed-meanwhile`. */
export function bookByPhone({ booking, day, forfeited = {} }: Sale, request: PhoneRequest): SaleEvents | Refusal {
  if (booking !== null) return refuse('already-held');
  const { booking: id, date, claim, area, tasks, person, personal, admin, time } = request;
  const units = unitsOf(claim);
  const bookable = whenOwnerCanBook(date, units, time);
  if (bookable !== 'open') return refuse(bookable);
  if (!areFree(day, units)) return refuse('slot-taken');
  const service = sessionTypeOf(claim);
  const price = priceOf(service, time.today);
  const taken: BookingEvent = {
    type: 'SlotHeld',
    data: {
      service,
      date,
      units,
      area,
      tasks,
      price,
      currency: CURRENCY,
      expiresAt: time.now,
      method: 'owner',
      account: null,
      person,
      personal,
    },
  };
  const paid: BookingEvent = {
    type: 'PaidOutside',
    data: { payment: outsidePayment(id), amount: price, currency: CURRENCY, admin },
  };
  const held = bookingType.evolve(null, taken);
  if (held === null) return refuse('unknown-booking');
  const refill = refillBySale(day, { booking: id, units }, forfeited, { ...time, date });
  if (isRefusal(refill)) return refill;
  return {
    booking: [taken, paid, confirmed(held, time)],
    day: [{ type: 'UnitsConfirmed', data: { booking: id, units } }, ...refill.day],
    ...(Object.keys(refill.forfeited).length > 0 && { forfeited: refill.forfeited }),
  };
}
