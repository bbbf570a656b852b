import { setImmediate as nextTurn } from 'node:timers/promises';
import { isUnavailable } from '#db/read-models/read-model-faults.ts';
import type { WorkerMeans } from './worker.ts';

interface Options extends Pick<WorkerMeans, 'log'> {
  readonly worker: string;
  readonly signal: AbortSignal;
  /** How many are worked on side by side; one if it is not given. */
  readonly atOnce?: number;
}

/**
 * Does something for each of many. One that fails is logged and left for the next round, so that it holds up no other; but while
 * our own files are at fault, none would succeed: then it throws.
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
      if (isUnavailable(error)) refusals.push(error);
      else log.warn({ err: error, worker, id: item.id }, 'work failed, will be tried again');
    }
  };
  const waiting = each(items);
  const workThrough = async (): Promise<void> => {
    while (!signal.aborted && refusals.length === 0) {
      const next = await waiting.next();
      if (next.done || signal.aborted) return;
      await tryStep(next.value);
      // Requests come between.
      await nextTurn();
    }
  };
  // No step goes on when this is over, also when the items come to an end with an error: the next round would do it a second time.
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, workThrough));
  await waiting.return();
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  if (refusals.length > 0) throw refusals[0];
}

async function* each<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item, void> {
  yield* items;
}
