import { bookingStream } from '#events/booking.ts';
import type { BookingDependencies } from './dependencies.ts';

/** What somebody may do with a booking: all, nothing any more since its link was replaced, or nothing at all. */
export type Access = 'granted' | 'replaced' | 'locked';

/** What the links that somebody has opened are good for now. */
export function accessByLinks(
  { store }: Pick<BookingDependencies, 'store'>,
  booking: string,
  tokens: readonly string[],
): Access {
  const generations = tokens.flatMap((token) => {
    const link = store.manageLinks.find(token);
    return link?.booking === booking ? [link.generation] : [];
  });
  const moves = store.stateOf(bookingStream(booking))?.moves;
  if (moves === undefined || generations.length === 0) return 'locked';
  return generations.includes(moves) ? 'granted' : 'replaced';
}
