import { pauseLeft } from '../pause.ts';
import type { BookingEvent, BookingState } from './booking.ts';

const PAUSE_MS = 2 * 60_000;

/**
 * Links to all bookings made with this booking's address. Records nothing when the booking was never paid, its customer is
 * forgotten, or the mail was requested within the last two minutes.
 */
export function requestLinks(
  { booking }: { readonly booking: BookingState },
  now: number,
): { readonly booking: readonly BookingEvent[] } {
  const nothing = { booking: [] };
  if (!booking?.wasConfirmed || booking.isForgotten) return nothing;
  if (pauseLeft(booking.linksAskedAt, PAUSE_MS, now) > 0) return nothing;
  return { booking: [{ type: 'LinksRequested', data: { askedAt: now } }] };
}
