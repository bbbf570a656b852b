import { bookingsPaidSince } from '#db/projections/payments.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { reviewPayment } from '../changing/refund.ts';
import { waitFor } from '../../process/clock.ts';
import { CallPostponed, ProviderUnreachable } from '../../outside/payments/port.ts';
import { forEachAlone } from '../../process/following/for-each-alone.ts';
import type { Worker } from '../../process/following/worker.ts';
import type { WorkerDependencies } from './dependencies.ts';

const EVERY_MS = 24 * 3_600_000;

/** For this long after a payment or a refund, the bank may still return a refund or open a dispute. */
const REVIEWED_FOR_MS = 180 * EVERY_MS;

/** Pause before payments that the provider did not answer about are queried again, in milliseconds. */
const UNANSWERED_MS = 10 * 60_000;

/** Payments queried in parallel: one that the provider does not answer delays no other. */
const AT_ONCE = 4;

/** The payments at the provider that were made or refunded in the last 180 days. */
async function* recentPayments({ store, clock }: WorkerDependencies): AsyncGenerator<{ readonly id: string }> {
  const since = clock.now() - REVIEWED_FOR_MS;
  for (const { booking } of await bookingsPaidSince(store.updatedQueries().payments, since)) {
    for (const { payment, isOutside } of (await store.stateOf(bookingStream(booking)))?.payments ?? []) {
      if (!isOutside) yield { id: payment };
    }
  }
}

/**
 * Queries the provider about every recent payment, at startup and each day. It finds refunds that the bank sent back, refunds made by
 * hand and disputes even if their webhook never arrived.
 */
export const refundReview: Worker<WorkerDependencies> = async (dependencies, signal) => {
  const { clock, log } = dependencies;
  const options = { worker: 'refund-review', log, signal, atOnce: AT_ONCE };
  /** The payments that the provider has answered about in this day's round. */
  const answered = new Set<string>();
  while (!signal.aborted) {
    let isPostponed = false;
    let againInMs: number | null = null;
    await forEachAlone(recentPayments(dependencies), options, async ({ id: payment }) => {
      if (isPostponed || answered.has(payment)) return;
      try {
        await reviewPayment(dependencies, payment, { correlation: payment });
        answered.add(payment);
      } catch (error) {
        if (error instanceof CallPostponed) {
          isPostponed = true;
          againInMs = error.afterMs;
          return;
        }
        if (error instanceof ProviderUnreachable) againInMs ??= UNANSWERED_MS;
        else answered.add(payment);
        throw error;
      }
    });
    if (againInMs === null) answered.clear();
    await waitFor(clock, againInMs ?? EVERY_MS, signal);
  }
};
