import { waitFor } from '../../process/clock.ts';
import type { Worker } from '../../process/following/worker.ts';

/** So many times as long as it works it rests: no request waits for it. */
const REST = 99;

/** Even where a page takes next to no time. */
const LEAST_REST_MS = 20;

/** Looks at the part of the log that the start has left out, slowly, once. When it finds an event altered, the store is sealed. */
export const olderEvents: Worker = async ({ store, clock, log }, signal) => {
  const steps = store.checkOlderEvents();
  let events = 0;
  for (;;) {
    const start = performance.now();
    const step = steps.next();
    if (step.done || signal.aborted) break;
    events = step.value;
    await waitFor(clock, Math.max(LEAST_REST_MS, (performance.now() - start) * REST), signal);
  }
  steps.return();
  if (!signal.aborted && events > 0 && store.seal === null)
    log.info({ events }, 'the older events are as they were written');
  while (!signal.aborted) await clock.wait(Infinity, signal);
};
