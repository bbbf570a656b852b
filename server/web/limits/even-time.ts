import { setTimeout as delay } from 'node:timers/promises';

/** Longer than anything that is done for one address and not for another: some writes to a disk that has much to do. */
const LEAST_MS = 100;

/** Does something that must not be told from its absence by the time it takes: it resolves after a set time at the earliest. */
export type InEvenTime = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Only tests have a reason for another time than the product's. */
export function evenTime(leastMs = LEAST_MS): InEvenTime {
  return async (work) => {
    const waited = delay(leastMs);
    try {
      return await work();
    } finally {
      await waited;
    }
  };
}
