import { type AttentionRow, openFailures } from '#db/projections/attention.ts';
import { retryWebhook, webhookStream } from '#events/webhook.ts';
import { forEachAlone } from '../../process/following/for-each-alone.ts';
import type { Worker } from '../../process/following/worker.ts';
import type { WorkerDependencies } from './dependencies.ts';

const EVERY_MS = 24 * 3_600_000;
/** How long what is parked is sent again by itself, in milliseconds since it failed first. */
export const WORTH_SENDING_MS = 7 * EVERY_MS;

/**
 * Requests that what is parked is sent again: at the start, because a wrong setting is corrected by a restart, and each day for a
 * week, because the fault may be at the provider.
 */
function retryingDaily(
  name: string,
  retry: (row: AttentionRow, dependencies: WorkerDependencies) => Promise<void>,
): Worker<WorkerDependencies> {
  return async (dependencies, signal) => {
    const { store, clock, log } = dependencies;
    while (!signal.aborted) {
      const since = clock.now() - WORTH_SENDING_MS;
      const open = await openFailures(store.db);
      await forEachAlone(open, { worker: name, log, signal }, async (row) => {
        if ((row.since ?? 0) >= since) await retry(row, dependencies);
      });
      await clock.wait(EVERY_MS, signal);
    }
  };
}

export const parkedWebhooks = retryingDaily('parked-webhooks', async ({ kind, event, booking }, { store }) => {
  if (kind !== 'webhook' || event === null) return;
  const streams = { webhook: webhookStream(event) };
  await store.change({ streams, decide: (states) => retryWebhook(states), cause: { correlation: booking } });
});
