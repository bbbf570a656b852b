import { waitFor } from '../../process/clock.ts';
import type { Worker } from '../../process/following/worker.ts';

const EVERY_MS = 24 * 3_600_000;

/**
 * Has the read models made again from the log, after the start and each day: refunds that are owed and customers who are to be
 * forgotten are found in their rows, and a row that was altered or lost is noticed by nothing else.
 */
export const readModels: Worker = async ({ store, clock }, signal) => {
  while (!signal.aborted) {
    await store.refreshReadModels(signal);
    await waitFor(clock, EVERY_MS, signal);
  }
};
