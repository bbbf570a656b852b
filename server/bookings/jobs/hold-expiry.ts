import { bookingOf, bookingStream } from '#events/booking/booking.ts';
import { hasLapsed } from '#events/booking/holding.ts';
import { HOLD_MINUTES } from '#shared/business/business.ts';
import { expire } from '../buying/expire.ts';
import { ProviderError } from '../../outside/payments/port.ts';
import type { JobKind } from '../../process/jobs/job-kind.ts';
import type { JobDependencies } from '../dependencies.ts';

const RETRY_MS = 60_000;

export const holdExpiry: JobKind<Omit<JobDependencies, 'mailer' | 'webhooks'>> = {
  kind: 'hold-expiry',
  on: {
    SlotHeld({ stream, data }) {
      return { key: bookingOf(stream), due: data.expiresAt };
    },
  },
  async run({ key: id, position }, dependencies) {
    const { store, clock, log } = dependencies;
    const booking = await store.stateOf(bookingStream(id));
    if (booking?.status !== 'held') return;
    if (!hasLapsed(booking.expiresAt, clock.now())) return { due: booking.expiresAt };
    const held = await store.eventAt(position!);
    const cause = { correlation: held.correlation, causation: held.id };
    return expire(dependencies, id, 'lapsed', cause).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ err: error, booking: id }, 'hold not released, will be retried');
      return { due: clock.now() + RETRY_MS };
    });
  },
  // A checkout that the provider does not close delays no other hold.
  atOnce: 4,
  longestWaitMs: HOLD_MINUTES * 60_000,
};
