import type { Cause } from '#db/change.ts';
import { bookingStream } from '#events/booking.ts';
import { dayStream } from '#events/day.ts';
import { expireHold } from '#events/holding.ts';
import { NoSuchCheckout } from '../../outside/payments/port.ts';
import { beginAnew } from '../changing/begin-anew.ts';
import type { BookingDependencies } from '../dependencies.ts';
import { fulfil } from './fulfil.ts';

/** Closes a booking's checkouts at the provider, taking into account what was paid there. Answers all that are closed. */
async function closeCheckouts(dependencies: BookingDependencies, id: string, cause: Cause): Promise<readonly string[]> {
  const checkouts = dependencies.store.stateOf(bookingStream(id))?.checkouts ?? [];
  for (const checkout of checkouts) {
    try {
      const { status } = await dependencies.payments.expire(checkout);
      if (status === 'complete') await fulfil(dependencies, checkout, cause);
    } catch (error) {
      if (!(error instanceof NoSuchCheckout)) throw error;
    }
  }
  return checkouts;
}

/**
 * Makes a change that gives a booking's slot away, once nobody can pay for it any more. When it is refused because another
 * checkout was opened in between, that one is closed too and the change tried again.
 */
export function withCheckoutsClosed<Result>(
  dependencies: BookingDependencies,
  id: string,
  cause: Cause,
  change: (closed: readonly string[]) => Promise<Result>,
): Promise<Result> {
  return beginAnew(async () => change(await closeCheckouts(dependencies, id, cause)), 'checkout-open');
}

/**
 * Gives a hold's slot back, after the provider has closed its checkouts; a hold that was paid in the last moment is
 * confirmed instead. Does nothing to a booking that is not held.
 */
export async function expire(
  dependencies: BookingDependencies,
  id: string,
  reason: 'lapsed' | 'replaced',
  cause: Cause,
): Promise<void> {
  const { store, clock } = dependencies;
  const booking = store.stateOf(bookingStream(id));
  if (booking?.status !== 'held') return;
  await withCheckoutsClosed(dependencies, id, cause, (closed) =>
    store.change({
      streams: { booking: bookingStream(id), day: dayStream(booking.date) },
      decide: (states) => expireHold(states, { booking: id, cause: reason, closed, now: clock.now() }),
      cause,
    }),
  );
}
