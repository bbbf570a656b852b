import type { Cause } from '#db/change.ts';
import { bookingStream } from '#events/booking.ts';
import type { BookingDependencies } from '../dependencies.ts';
import { expire } from '../buying/expire.ts';

/**
 * Gives a hold's slot back at its visitor's wish, before its time is over. Answers whether it has just turned out to be
 * paid: then the visit stands, and is theirs. Throws `ProviderError` when the checkout could not be closed: then the
 * hold stands until its time is over.
 */
export async function giveBack(dependencies: BookingDependencies, id: string, cause: Cause): Promise<boolean> {
  const status = () => dependencies.store.stateOf(bookingStream(id))?.status;
  if (status() !== 'held') return false;
  await expire(dependencies, id, 'replaced', cause);
  return status() === 'confirmed';
}
