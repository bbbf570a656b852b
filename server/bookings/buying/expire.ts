import type { Cause } from '#db/change.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { dayStream } from '#events/day.ts';
import { expireHold } from '#events/booking/holding.ts';
import { UnknownToProvider } from '../../outside/payments/port.ts';
import { repeatWhileRefused } from '../changing/repeat-while-refused.ts';
import type { BookingDependencies } from '../dependencies.ts';
import { fulfil } from './fulfil.ts';

/** Also records payments that were made there. */
async function closeCheckouts(dependencies: BookingDependencies, id: string, cause: Cause): Promise<readonly string[]> {
  const checkouts = (await dependencies.store.stateOf(bookingStream(id)))?.checkouts ?? [];
  for (const checkout of checkouts) {
    try {
      const { status } = await dependencies.payments.expire(checkout);
      if (status === 'complete') await fulfil(dependencies, checkout, cause);
    } catch (error) {
      if (!(error instanceof UnknownToProvider)) throw error;
    }
  }
  return checkouts;
}

/** For a change that frees a slot: repeats it if another checkout was opened meanwhile. */
export function withCheckoutsClosed<Result>(
  dependencies: BookingDependencies,
  id: string,
  cause: Cause,
  change: (closed: readonly string[]) => Promise<Result>,
): Promise<Result> {
  return repeatWhileRefused(async () => change(await closeCheckouts(dependencies, id, cause)), 'checkout-open');
}

/** Closes its checkouts first; a hold that was paid at the last moment is confirmed. */
export async function expire(
  dependencies: BookingDependencies,
  id: string,
  reason: 'lapsed' | 'replaced',
  cause: Cause,
): Promise<void> {
  const { store, clock } = dependencies;
  const booking = await store.stateOf(bookingStream(id));
  if (booking?.status !== 'held') return;
  await withCheckoutsClosed(dependencies, id, cause, (closed) =>
    store.change({
      streams: { booking: bookingStream(id), day: dayStream(booking.date) },
      decide: (states) => expireHold(states, { booking: id, cause: reason, closed, now: clock.now() }),
      cause,
    }),
  );
}

/** True if the hold turns out to be paid. Throws `ProviderError` if its checkout can't be closed; it then lapses. */
export async function releaseHold(dependencies: BookingDependencies, id: string, cause: Cause): Promise<boolean> {
  const status = async () => (await dependencies.store.stateOf(bookingStream(id)))?.status;
  if ((await status()) !== 'held') return false;
  await expire(dependencies, id, 'replaced', cause);
  return (await status()) === 'confirmed';
}
