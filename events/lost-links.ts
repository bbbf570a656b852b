import type { BookingEvent, BookingState } from './booking.ts';

/** A customer's mail with all their links goes out at most once in two minutes. */
const PAUSE_MS = 2 * 60_000;

/**
 * Asks for the mail with the links to all that was booked with a booking's address. Asks for nothing when it was never paid, its
 * customer is forgotten, or the mail has just been asked for.
 */
export function requestLinks(
  { booking }: { readonly booking: BookingState },
  now: number,
): { readonly booking: readonly BookingEvent[] } {
  const nothing = { booking: [] };
  if (!booking?.wasConfirmed || booking.isForgotten) return nothing;
  if (booking.linksAskedAt !== null && now < booking.linksAskedAt + PAUSE_MS) return nothing;
  return { booking: [{ type: 'LinksRequested', data: { askedAt: now } }] };
}
