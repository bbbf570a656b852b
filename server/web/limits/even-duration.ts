import { setTimeout as delay } from 'node:timers/promises';

/** Longer than the work that depends on whether an account exists: a few writes to a busy disk. */
const LEAST_MS = 100;

/** Resolves after a fixed time at the earliest, so that the duration does not reveal what the work did. */
export type EvenDuration = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function evenDuration(leastMs = LEAST_MS): EvenDuration {
  return async (work) => {
    const waited = delay(leastMs);
    try {
      return await work();
    } finally {
      await waited;
    }
  };
}
