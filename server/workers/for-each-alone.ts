import { setImmediate as nextTurn } from 'node:timers/promises';
import { isRefusedByDisk } from '#db/sqlite.ts';
import type { WorkerDependencies } from './worker.ts';

/**
 * Does something for each of many. One that fails is logged and left for the next round, so that it holds up no other; but while
 * the disk takes nothing, none would succeed: then it throws.
 */
export async function forEachAlone<Item extends { readonly id: string }>(
  items: readonly Item[],
  { worker, log, signal }: Pick<WorkerDependencies, 'log'> & { readonly worker: string; readonly signal: AbortSignal },
  step: (item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    if (signal.aborted) return;
    try {
      await step(item);
    } catch (error) {
      if (isRefusedByDisk(error)) throw error;
      log.warn({ err: error, worker, id: item.id }, 'work failed, will be tried again');
    }
    // Requests come between.
    await nextTurn();
  }
}
