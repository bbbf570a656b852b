import type { BookingEvents, OneBooking } from './booking.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { pauseLeft } from '../business-time.ts';

export interface Message {
  readonly text: string;
  readonly admin: string;
}

/** Refuses `unknown-booking`, and `no-address` once the customer is forgotten. */
export function sendMessage({ booking }: OneBooking, { text, admin }: Message): BookingEvents | Refusal {
  if (booking === null) return refuse('unknown-booking');
  if (booking.isForgotten) return refuse('no-address');
  return { booking: [{ type: 'MessageSent', data: { person: booking.person, personal: { text }, admin } }] };
}

const PAUSE_MS = 2 * 60_000;

/** Records nothing for an unpaid or forgotten booking, or within two minutes of the last request. */
export function requestLinks({ booking }: OneBooking, now: number): BookingEvents {
  const nothing = { booking: [] };
  if (!booking?.wasConfirmed || booking.isForgotten) return nothing;
  if (pauseLeft(booking.linksAskedAt, PAUSE_MS, now) > 0) return nothing;
  return { booking: [{ type: 'LinksRequested', data: { askedAt: now } }] };
}
