import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pool } from 'pg';

/** Turns of the event loop in which the process handles what waits for nothing outside of it. */
const TURNS = 50;

const pools = new Set<Pool>();
let waiting: (() => void)[] = [];

function resume(): void {
  const resumed = waiting;
  waiting = [];
  for (const each of resumed) each();
}

/** Has `quiet` wait for what is asked with these connections. Returns a function that ends that. */
export function watchAnswers(pool: Pool): () => void {
  pools.add(pool);
  for (const event of ['release', 'remove'] as const) pool.on(event, resume);
  return () => void pools.delete(pool);
}

const isBusy = ({ totalCount, idleCount, waitingCount }: Pool) => waitingCount > 0 || totalCount > idleCount;

/** Whether PostgreSQL has to answer yet. */
export function isDatabaseBusy(): boolean {
  return pools.values().some(isBusy);
}

/** Resolves once the process has nothing more to do, and PostgreSQL has answered all that was asked. */
export async function quiet(): Promise<void> {
  for (let turns = 0; turns < TURNS; turns += 1) {
    await nextTurn();
    while (isDatabaseBusy()) {
      turns = 0;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }
}
