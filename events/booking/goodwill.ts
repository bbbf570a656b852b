import { type Booking, keptCents, refundAll } from './booking.ts';
import type { BookingAndDay, BookingAndDayEvents } from './holding.ts';
import { refundForfeiture } from './refilling.ts';
import { type Refusal, refuse } from '../refusal.ts';

function isRecorded({ status }: Booking): boolean {
  return status === 'completed' || status === 'no-show';
}

export function goodwillCents(booking: Booking): number | null {
  const kept = keptCents(booking);
  return kept > 0 && (booking.status === 'forfeited' || isRecorded(booking)) ? kept : null;
}

/** Leaves the booking's record. Refuses `unknown-booking`, and `not-forfeited` if nothing is kept or the visit is ahead. */
export function refundAsGoodwill(
  { booking, day }: BookingAndDay,
  id: string,
  admin: string,
): BookingAndDayEvents | Refusal {
  if (booking === null || !isRecorded(booking)) return refundForfeiture({ booking, day }, id, admin);
  if (goodwillCents(booking) === null) return refuse('not-forfeited');
  return { booking: refundAll(booking, 'after-visit', admin), day: [] };
}
