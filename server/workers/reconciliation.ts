import { type BookingRow, unsettledBookings } from '#db/projections/bookings.ts';
import { expire } from '../bookings/expire.ts';
import { fulfil } from '../bookings/fulfil.ts';
import { forEachAlone } from './for-each-alone.ts';
import type { Worker, WorkerDependencies } from './worker.ts';

const EVERY_MS = 60_000;
/** How long the provider is asked about a lapsed hold: by then any payment under way has landed or failed. */
const LAPSED_FOR_MS = 24 * 3_600_000;

/** Brings one unsettled booking level with the provider. */
async function settle(
  dependencies: WorkerDependencies,
  { id, status, checkout, expires_at }: BookingRow,
): Promise<void> {
  const cause = { correlation: id };
  if (status === 'held' && expires_at <= dependencies.clock.now()) await expire(dependencies, id, 'lapsed', cause);
  else if (checkout !== null) await fulfil(dependencies, checkout, cause);
}

/**
 * Asks the provider about every unsettled hold, so that a payment is found even when its webhook never comes, and gives
 * back what is overdue because its checkout could not be closed in time.
 */
export const reconciliation: Worker = async (dependencies, signal) => {
  const { store, clock, log } = dependencies;
  while (!signal.aborted) {
    let after = '';
    for (;;) {
      const page = await unsettledBookings(store.read.bookings, clock.now() - LAPSED_FOR_MS, after);
      await forEachAlone(page, { worker: 'reconciliation', log, signal }, (booking) => settle(dependencies, booking));
      if (signal.aborted) return;
      after = page.at(-1)?.id ?? '';
      if (after === '') break;
    }
    await clock.wait(EVERY_MS, signal);
  }
};
