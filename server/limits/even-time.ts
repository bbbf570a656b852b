import { setTimeout as delay } from 'node:timers/promises';

/** Longer than anything that is done for one address and not for another: some writes to a disk that has much to do. */
const LEAST_MS = 100;

/** Does something that must not be told from its absence by the time it takes: the answer comes after a set time at least. */
export async function inEvenTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const waited = delay(LEAST_MS);
  try {
    return await work();
  } finally {
    await waited;
  }
}
