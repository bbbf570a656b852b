import type { Cause } from '#db/change.ts';
import { bookingStream } from '#events/booking/booking.ts';
import type { BookingDependencies } from '../dependencies.ts';
import { expire } from './expire.ts';

/**
 * Releases a hold at its visitor's request. Resolves with true if it has just turned out to be paid, because then it stays booked. Throws
 * `ProviderError` if its checkout could not be closed; then the hold stays until it lapses.
 */
export async function releaseHold(dependencies: BookingDependencies, id: string, cause: Cause): Promise<boolean> {
  const status = async () => (await dependencies.store.stateOf(bookingStream(id)))?.status;
  if ((await status()) !== 'held') return false;
  await expire(dependencies, id, 'replaced', cause);
  return (await status()) === 'confirmed';
}
