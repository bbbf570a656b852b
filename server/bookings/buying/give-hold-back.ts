import type { Cause } from '#db/change.ts';
import { bookingStream } from '#events/booking/booking.ts';
import type { BookingDependencies } from '../dependencies.ts';
import { expire } from './expire.ts';

/**
 * Ends a hold at its visitor's request. Resolves with whether it has just turned out to be paid: then it stays booked. Throws
 * `ProviderError` when its checkout could not be closed: then the hold stands until its end.
 */
export async function giveBack(dependencies: BookingDependencies, id: string, cause: Cause): Promise<boolean> {
  const status = async () => (await dependencies.store.stateOf(bookingStream(id)))?.status;
  if ((await status()) !== 'held') return false;
  await expire(dependencies, id, 'replaced', cause);
  return (await status()) === 'confirmed';
}
