import { setTimeout as delay } from 'node:timers/promises';

/** Longer than the work that depends on whether an account exists: a few writes to a busy disk. */
const LEAST_MS = 100;

/** Work whose duration must not reveal what it did resolves after a fixed time at the earliest. */
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
