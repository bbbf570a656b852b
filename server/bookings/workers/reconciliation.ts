import { type BookingRow, endedHolds, heldBookings } from '#db/projections/bookings.ts';
import { LATE_PAYMENT_MS, hasLapsed } from '#events/booking/holding.ts';
import { expire } from '../buying/expire.ts';
import { fulfil } from '../buying/fulfil.ts';
import { NoSuchCheckout } from '../../outside/payments/port.ts';
import { forEachAlone } from '../../process/following/for-each-alone.ts';
import type { Worker } from '../../process/following/worker.ts';
import type { WorkerDependencies } from './dependencies.ts';

const EVERY_MS = 60_000;

/** Bookings queried in parallel: one that the provider does not answer delays no other. */
const AT_ONCE = 4;

/** Records what the provider knows about a held booking. */
async function settleHeld(dependencies: WorkerDependencies, { id, checkout, expires_at }: BookingRow): Promise<void> {
  const cause = { correlation: id };
  if (hasLapsed(expires_at, dependencies.clock.now())) await expire(dependencies, id, 'lapsed', cause);
  else if (checkout !== null) await fulfil(dependencies, checkout, cause);
}

/**
 * Queries a hold that has ended. Resolves with whether no payment can arrive for it any more: the provider has closed the
 * checkout, or does not know it.
 */
async function settleEnded(dependencies: WorkerDependencies, { id, checkout }: BookingRow): Promise<boolean> {
  if (checkout === null) return false;
  try {
    const answer = await fulfil(dependencies, checkout, { correlation: id });
    return answer.checkout.status === 'expired';
  } catch (error) {
    if (!(error instanceof NoSuchCheckout)) throw error;
    const facts = { worker: 'reconciliation', booking: id, checkout };
    dependencies.log.warn(facts, 'the payment provider does not know the checkout of a hold that has ended');
    return true;
  }
}

/** Every unsettled booking, held ones first, then newest first: a lost payment notice is most likely for one of those. */
async function* unsettled({ store, clock }: WorkerDependencies): AsyncGenerator<BookingRow> {
  yield* await heldBookings(store.updatedQueries().bookings);
  const since = clock.now() - LATE_PAYMENT_MS;
  let before: BookingRow | null = null;
  do {
    const page: BookingRow[] = await endedHolds(store.updatedQueries().bookings, since, before);
    yield* page;
    before = page.at(-1) ?? null;
  } while (before !== null);
}

/**
 * Queries the provider about every unsettled hold, so that a payment is found even without its webhook, and ends overdue holds
 * whose checkout could not be closed in time. An ended hold with a final answer is queried once.
 */
export const reconciliation: Worker<WorkerDependencies> = async (dependencies, signal) => {
  const { clock, log } = dependencies;
  let closed: ReadonlySet<string> = new Set();
  while (!signal.aborted) {
    const options = { worker: 'reconciliation', log, signal, atOnce: AT_ONCE };
    const stillClosed = new Set<string>();
    await forEachAlone(unsettled(dependencies), options, async (booking) => {
      if (booking.status === 'held') await settleHeld(dependencies, booking);
      else if (closed.has(booking.id) || (await settleEnded(dependencies, booking))) stillClosed.add(booking.id);
    });
    closed = stillClosed;
    await clock.wait(EVERY_MS, signal);
  }
};
