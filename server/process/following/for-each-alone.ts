import { setImmediate as nextTurn } from 'node:timers/promises';
import { isUnableToSave } from '#db/disk/sqlite.ts';
import type { WorkerMeans } from './worker.ts';

interface Options extends Pick<WorkerMeans, 'log'> {
  readonly worker: string;
  readonly signal: AbortSignal;
  /** Number of items processed in parallel; defaults to one. */
  readonly atOnce?: number;
}

/**
 * Runs a step for each of many items. A failing one is logged and left for the next round, so that it stops no other. While this
 * site's own files are at fault, none could succeed: then it throws.
 */
export async function forEachAlone<Item extends { readonly id: string }>(
  items: Iterable<Item> | AsyncIterable<Item>,
  { worker, log, signal, atOnce = 1 }: Options,
  step: (item: Item) => Promise<void>,
): Promise<void> {
  const refusals: unknown[] = [];
  const tryStep = async (item: Item): Promise<void> => {
    try {
      await step(item);
    } catch (error) {
      if (isUnableToSave(error)) refusals.push(error);
      else log.warn({ err: error, worker, id: item.id }, 'work failed, will be tried again');
    }
  };
  const waiting = each(items);
  const workThrough = async (): Promise<void> => {
    while (!signal.aborted && refusals.length === 0) {
      const next = await waiting.next();
      if (next.done || signal.aborted) return;
      await tryStep(next.value);
      // Yields to requests.
      await nextTurn();
    }
  };
  // No step may still run when this is over, even when the iterator throws: the next round would repeat it.
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, workThrough));
  await waiting.return();
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  if (refusals.length > 0) throw refusals[0];
}

async function* each<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item, void> {
  yield* items;
}
