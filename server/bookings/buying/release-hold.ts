import type { Cause } from '#db/change.ts';
import { bookingStream } from '#events/booking/booking.ts';
import type { BookingDependencies } from '../dependencies.ts';
import { expire } from './expire.ts';

/**
 * Resolves with true if the hold turns out to be paid: it stays booked. Throws `ProviderError` if its checkout can't be closed;
 * the hold then lapses.
 */
export async function releaseHold(dependencies: BookingDependencies, id: string, cause: Cause): Promise<boolean> {
  const status = async () => (await dependencies.store.stateOf(bookingStream(id)))?.status;
  if ((await status()) !== 'held') return false;
  await expire(dependencies, id, 'replaced', cause);
  return (await status()) === 'confirmed';
}
