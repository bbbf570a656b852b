import { bookingOf, bookingStream } from '#events/booking/booking.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { CallPostponed, ProviderError, ProviderUnreachable } from '../../outside/payments/port.ts';
import { backoffCeiling } from '../../process/jobs/backoff.ts';
import { type JobKind, RetryLater } from '../../process/jobs/job-kind.ts';
import type { Log } from '../../process/log.ts';
import { carryOutRefund, reviewPayment } from '../changing/refund.ts';
import type { BookingDependencies } from '../dependencies.ts';

type PaymentEvent = { readonly stream: string; readonly at: number; readonly data: { readonly payment: string } };

function jobAbout({ stream, at, data }: PaymentEvent, waitMs = 0) {
  const key = `${bookingOf(stream)}:${data.payment}`;
  return { key, due: at + waitMs, wakes: true } as const;
}

function retryAfter(error: CallPostponed): RetryLater {
  return new RetryLater(error.message, { afterMs: error.afterMs, isForAll: true, cause: error });
}

/** Recording a failed refund makes the next attempt due. The owner pays back what was paid in person. */
export const refunds: JobKind<Pick<BookingDependencies, 'store' | 'payments'>> = {
  kind: 'refunds',
  on: {
    RefundRequested: (event) => (event.data.outside ? null : jobAbout(event)),
    RefundFailed: (event) => jobAbout(event, backoffCeiling(event.data.attempt)),
    RefundRetried: (event) => jobAbout(event),
    DisputeReported: (event) => jobAbout(event),
  },
  async run({ key }, dependencies) {
    const [booking, payment] = key.split(':') as [string, string];
    try {
      return (await carryOutRefund(dependencies, { booking, payment })) ?? undefined;
    } catch (error) {
      throw error instanceof CallPostponed ? retryAfter(error) : error;
    }
  },
  // So that one that hangs does not delay the others.
  atOnce: 4,
  longestWaitMs: backoffCeiling(Infinity),
};

const REVIEW_EVERY_MS = 24 * 3_600_000;

/** After a payment or a refund, the bank may still return a refund or open a dispute. */
const REVIEWED_FOR_MS = 180 * REVIEW_EVERY_MS;

const UNANSWERED_MS = 10 * 60_000;

function reviewJob(event: PaymentEvent) {
  return jobAbout(event, REVIEW_EVERY_MS);
}

/** Daily, so that a lost webhook doesn't matter. */
export const refundReview: JobKind<Pick<BookingDependencies, 'store' | 'payments' | 'clock'> & { readonly log: Log }> =
  {
    kind: 'refund-review',
    on: {
      PaymentCaptured: reviewJob,
      RefundSucceeded: reviewJob,
      RefundedByHand: reviewJob,
      DisputeReported: reviewJob,
    },
    async run({ key }, dependencies) {
      const { store, clock, log } = dependencies;
      const [booking, payment] = key.split(':') as [string, string];
      const events = await store.eventsOf(bookingStream(booking));
      const last = events.findLast(({ data }) => 'payment' in data && data.payment === payment);
      if (!last || clock.now() > last.at + REVIEWED_FOR_MS) return;
      try {
        await reviewPayment(dependencies, payment, { correlation: payment });
      } catch (error) {
        if (error instanceof CallPostponed) throw retryAfter(error);
        if (!(error instanceof ProviderError || error instanceof Rejected)) throw error;
        log.warn({ err: error, booking, payment }, 'payment not reviewed, will be retried');
        if (error instanceof ProviderUnreachable) return { due: clock.now() + UNANSWERED_MS };
      }
      return { due: clock.now() + REVIEW_EVERY_MS };
    },
    // A query that the provider does not answer delays no other.
    atOnce: 4,
    longestWaitMs: REVIEW_EVERY_MS,
  };
