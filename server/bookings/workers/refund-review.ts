import { refundedSince } from '#db/projections/bookings.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { reviewRefund } from '../changing/refund.ts';
import { waitFor } from '../../process/clock.ts';
import { CallPostponed, ProviderUnreachable } from '../../outside/payments/port.ts';
import { forEachAlone } from '../../process/following/for-each-alone.ts';
import type { Worker } from '../../process/following/worker.ts';
import type { WorkerDependencies } from './dependencies.ts';

const EVERY_MS = 24 * 3_600_000;

/** For this long after the provider accepted a refund the bank may still send it back. */
const REVIEWED_FOR_MS = 30 * EVERY_MS;

/** Pause before refunds that the provider did not answer about are queried again, in milliseconds. */
const UNANSWERED_MS = 10 * 60_000;

/** Refunds queried in parallel: one that the provider does not answer delays no other. */
const AT_ONCE = 4;

interface AcceptedRefund {
  readonly id: string;
  readonly booking: string;
}

/** Every refund that was accepted lately and has not been sent back. */
async function* acceptedRefunds({ store, clock }: WorkerDependencies): AsyncGenerator<AcceptedRefund> {
  for (const { id: booking } of await refundedSince(store.updatedQueries().bookings, clock.now() - REVIEWED_FOR_MS)) {
    for (const { refund, refundId } of store.stateOf(bookingStream(booking))?.payments ?? []) {
      if (refund === 'succeeded' && refundId !== undefined) yield { id: refundId, booking };
    }
  }
}

/**
 * Queries the provider about every refund of the last 30 days, at the start and each day, so that a refund that the bank sends
 * back is found, and repeated, even without its webhook.
 */
export const refundReview: Worker<WorkerDependencies> = async (dependencies, signal) => {
  const { clock, log } = dependencies;
  const options = { worker: 'refund-review', log, signal, atOnce: AT_ONCE };
  /** The refunds that the provider has answered about in this day's round. */
  const answered = new Set<string>();
  while (!signal.aborted) {
    let isPostponed = false;
    let againInMs: number | null = null;
    await forEachAlone(acceptedRefunds(dependencies), options, async ({ id, booking }) => {
      if (isPostponed || answered.has(id)) return;
      try {
        await reviewRefund(dependencies, id, { correlation: booking });
        answered.add(id);
      } catch (error) {
        if (error instanceof CallPostponed) {
          isPostponed = true;
          againInMs = error.afterMs;
          return;
        }
        if (error instanceof ProviderUnreachable) againInMs ??= UNANSWERED_MS;
        else answered.add(id);
        throw error;
      }
    });
    if (againInMs === null) answered.clear();
    await waitFor(clock, againInMs ?? EVERY_MS, signal);
  }
};
