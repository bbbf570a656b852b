import { bookingsWithRefundsDue, refundsOf } from '#db/projections/bookings.ts';
import type { RefundRow } from '#db/projections/bookings.ts';
import { carryOutRefund } from '../bookings/refund.ts';
import { backoffCeiling } from './backoff.ts';
import type { Worker } from './worker.ts';

/** How often to look when nothing is known to be due. */
const IDLE_MS = 60_000;

/** When a refund is to be tried: at once, or a while after its last failure. */
function dueAt(refund: RefundRow): number {
  return refund.attempts === 0 ? refund.at : refund.at + backoffCeiling(refund.attempts);
}

/**
 * Carries requested refunds out and tries failed ones again, ever more rarely, until they succeed. What is due follows from
 * the bookings alone, so one stubborn refund holds nobody else's up and a restart forgets nothing.
 */
export const refunds: Worker = async (dependencies, signal) => {
  const { store, clock, log } = dependencies;
  while (!signal.aborted) {
    const wake = new AbortController();
    const stop = store.onCommit((events) => {
      if (events.some((event) => event.type === 'RefundRequested')) wake.abort();
    });
    let next = clock.now() + IDLE_MS;
    try {
      for (const booking of await bookingsWithRefundsDue(store.read.bookings)) {
        for (const refund of refundsOf(booking)) {
          if (refund.status === 'succeeded' || signal.aborted) continue;
          if (dueAt(refund) > clock.now()) next = Math.min(next, dueAt(refund));
          else if (!(await carryOutRefund(dependencies, booking, refund))) {
            next = Math.min(next, clock.now() + backoffCeiling(refund.attempts + 1));
          }
        }
      }
    } catch (error) {
      log.error({ err: error, worker: 'refunds' }, 'work failed, will be tried again');
    }
    await clock.wait(Math.max(0, next - clock.now()), AbortSignal.any([signal, wake.signal]));
    stop();
  }
};
