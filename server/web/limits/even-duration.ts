import { setTimeout as delay } from 'node:timers/promises';

/** Longer than any work that depends on whether an address has an account: a few writes to a busy disk. */
const LEAST_MS = 100;

/** Runs work whose duration must not reveal whether it was done: resolves after a set time at the earliest. */
export type EvenDuration = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Only tests use another time than the product's. */
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
