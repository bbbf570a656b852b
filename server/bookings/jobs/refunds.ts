import { bookingOf } from '#events/booking/booking.ts';
import { carryOutRefund } from '../changing/refund.ts';
import type { BookingDependencies } from '../dependencies.ts';
import { CallPostponed } from '../../outside/payments/port.ts';
import { backoffCeiling } from '../../process/jobs/backoff.ts';
import { type JobKind, RetryLater } from '../../process/jobs/job-kind.ts';

type PaymentEvent = { readonly stream: string; readonly at: number; readonly data: { readonly payment: string } };

function refundJob({ stream, at, data }: PaymentEvent, waitMs = 0) {
  const key = `${bookingOf(stream)}:${data.payment}`;
  return { key, due: at + waitMs, wakes: true } as const;
}

/** Recording a failed refund makes the next attempt due. The owner pays back what was paid in person. */
export const refunds: JobKind<Pick<BookingDependencies, 'store' | 'payments'>> = {
  kind: 'refunds',
  on: {
    RefundRequested: (event) => (event.data.outside ? null : refundJob(event)),
    RefundFailed: (event) => refundJob(event, backoffCeiling(event.data.attempt)),
    RefundRetried: (event) => refundJob(event),
    DisputeReported: (event) => refundJob(event),
  },
  async run({ key }, dependencies) {
    const [booking, payment] = key.split(':') as [string, string];
    try {
      return (await carryOutRefund(dependencies, { booking, payment })) ?? undefined;
    } catch (error) {
      if (!(error instanceof CallPostponed)) throw error;
      throw new RetryLater(error.message, { afterMs: error.afterMs, isForAll: true, cause: error });
    }
  },
  // So that one that hangs does not delay the others.
  atOnce: 4,
  longestWaitMs: backoffCeiling(Infinity),
};
