import { type BookingRow, unsettledBookings } from '#db/projections/bookings.ts';
import { expire } from '../bookings/expire.ts';
import { fulfil } from '../bookings/fulfil.ts';
import { forEachAlone } from './for-each-alone.ts';
import type { Worker, WorkerDependencies } from './worker.ts';

const EVERY_MS = 60_000;
/** How long the provider is asked about a lapsed hold: by then any payment under way has landed or failed. */
const LAPSED_FOR_MS = 24 * 3_600_000;

/** Bookings about which the provider is asked side by side: one that it does not answer holds up no other. */
const AT_ONCE = 4;

/** Brings one unsettled booking level with the provider. */
async function settle(
  dependencies: WorkerDependencies,
  { id, status, checkout, expires_at }: BookingRow,
): Promise<void> {
  const cause = { correlation: id };
  if (status === 'held' && expires_at <= dependencies.clock.now()) await expire(dependencies, id, 'lapsed', cause);
  else if (checkout !== null) await fulfil(dependencies, checkout, cause);
}

/** Every unsettled booking, read page by page. */
async function* unsettled({ store, clock }: WorkerDependencies): AsyncGenerator<BookingRow> {
  let after = '';
  do {
    const page = await unsettledBookings(store.read.bookings, clock.now() - LAPSED_FOR_MS, after);
    yield* page;
    after = page.at(-1)?.id ?? '';
  } while (after !== '');
}

/**
 * Asks the provider about every unsettled hold, so that a payment is found even when its webhook never comes, and gives
 * back what is overdue because its checkout could not be closed in time.
 */
export const reconciliation: Worker = async (dependencies, signal) => {
  const { clock, log } = dependencies;
  while (!signal.aborted) {
    const options = { worker: 'reconciliation', log, signal, atOnce: AT_ONCE };
    await forEachAlone(unsettled(dependencies), options, (booking) => settle(dependencies, booking));
    await clock.wait(EVERY_MS, signal);
  }
};
