import { waitFor } from '../../process/clock.ts';
import type { Worker } from '../../process/following/worker.ts';

const EVERY_MS = 24 * 3_600_000;

/** Visitors come right after a start: their first pages are not to wait for this. */
const AFTER_START_MS = 5000;

/**
 * Rebuilds the read models soon after the start and each day: refunds to pay and customers to forget are found by their rows, and
 * nothing else detects an altered or lost row.
 */
export const readModels: Worker = async ({ store, clock }, signal) => {
  await waitFor(clock, AFTER_START_MS, signal);
  while (!signal.aborted) {
    await store.refreshReadModels(signal);
    await waitFor(clock, EVERY_MS, signal);
  }
};
