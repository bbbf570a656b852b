import { waitFor } from '../../process/clock.ts';
import type { Worker } from '../../process/following/worker.ts';

/** Pauses for this many times the duration of its work, so that no request waits for it. */
const REST = 99;

/** The shortest pause, even when a page takes almost no time. */
const LEAST_REST_MS = 20;

/** Checks the part of the log that the start skipped, slowly, once. Seals the store when it finds an altered event. */
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
