import { openFailures } from '#db/projections/attention.ts';
import { forEachAlone } from '../../process/following/for-each-alone.ts';
import type { Worker } from '../../process/following/worker.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { retryParked } from './refused-mail.ts';

const EVERY_MS = 24 * 3_600_000;
/** How long a parked mail is sent again by itself, in milliseconds since it failed first. */
export const WORTH_SENDING_MS = 7 * EVERY_MS;

/**
 * Requests that parked mail is sent again: at the start, because a wrong key or sender is corrected by configuration and a
 * restart, and each day for a week, because an unverified domain is not.
 */
export const parkedMail: Worker<WorkerDependencies> = async ({ store, clock, log }, signal) => {
  while (!signal.aborted) {
    const since = clock.now() - WORTH_SENDING_MS;
    const open = await openFailures(store.updatedQueries().attention);
    await forEachAlone(open, { worker: 'parked-mail', log, signal }, async ({ event, role, booking, since: at }) => {
      if (event === null || role === null || (at ?? 0) < since) return;
      await retryParked({ store }, { event, role, booking });
    });
    await clock.wait(EVERY_MS, signal);
  }
};
