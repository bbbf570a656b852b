import { bookingOf, bookingStream } from '#events/booking/booking.ts';
import { LATE_PAYMENT_MS } from '#events/booking/holding.ts';
import { fulfil } from '../buying/fulfil.ts';
import type { BookingDependencies } from '../dependencies.ts';
import { NoSuchCheckout, ProviderError } from '../../outside/payments/port.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';
import type { Log } from '../../process/log.ts';

const EVERY_MS = 60_000;

/** Every minute until each checkout is paid or closed, so that a lost webhook doesn't matter. */
export const reconciliation: JobKind<BookingDependencies & { readonly log: Log }> = {
  kind: 'reconciliation',
  on: {
    CheckoutOpened: ({ stream, at, data: { checkout } }) => {
      return { key: `${bookingOf(stream)}:${checkout}`, due: at + EVERY_MS };
    },
  },
  async run({ key }, dependencies) {
    const { store, clock, log } = dependencies;
    const [id, checkout] = key.split(':') as [string, string];
    const booking = await store.stateOf(bookingStream(id));
    if (booking?.status !== 'held' && booking?.status !== 'expired') return;
    if (clock.now() >= booking.expiresAt + LATE_PAYMENT_MS) return;
    const nextQuery = { due: clock.now() + EVERY_MS };
    try {
      const { checkout: found } = await fulfil(dependencies, checkout, { correlation: id });
      return found.status === 'expired' ? undefined : nextQuery;
    } catch (error) {
      const facts = { booking: id, checkout };
      if (error instanceof NoSuchCheckout) {
        log.warn(facts, 'checkout unknown to the payment provider');
        return;
      }
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ err: error, ...facts }, 'checkout not queried, will be retried');
      return nextQuery;
    }
  },
  // A query that the provider does not answer delays no other.
  atOnce: 4,
  longestWaitMs: EVERY_MS,
};
