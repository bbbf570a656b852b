import { setTimeout as pause } from 'node:timers/promises';
import { type ProjectionName, isProjectionName } from '#db/projections/index.ts';
import { dueJobs } from '#db/queries/jobs.ts';
import type { Store } from '#db/store.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import type { UpkeepJob, UpkeepView } from '#shared/owner/upkeep.ts';
import type { Clock } from '../process/clock.ts';
import type { Log } from '../process/log.ts';

/** Requests have the event loop to themselves between two steps of a check, in milliseconds. */
const PAUSE_OF_CHECK_MS = 2;

type Task = 'verify' | ProjectionName;

interface Parts {
  readonly store: Store;
  readonly log: Log;
  /** Aborted when the server stops. */
  readonly streams: { readonly closing: AbortSignal };
}

/** The last job of each store. */
const jobs = new WeakMap<Store, UpkeepJob>();

export async function upkeep({ store, clock }: Pick<Parts, 'store'> & { readonly clock: Clock }): Promise<UpkeepView> {
  const { position } = store;
  const due = await dueJobs(store.db, clock.now());
  const kinds = due.map(({ kind: name, due: all, failed: postponed }) => ({
    name,
    position,
    postponed,
    waiting: all - postponed,
  }));
  return { position, projections: store.projections.states(), workers: kinds, job: jobs.get(store) ?? null };
}

/**
 * Starts a check of the whole log or a rebuild, which goes on while the site serves requests. Does nothing while the same one is
 * running. Throws `Rejected`: `invalid` for an unknown task, `upkeep-running` while another one is running.
 */
export function startUpkeep(parts: Parts, task: string): void {
  if (task !== 'verify' && !isProjectionName(task)) throw new Rejected('invalid');
  const { store, log } = parts;
  const last = jobs.get(store);
  if (last?.state === 'running' && last.task !== task) throw new Rejected('upkeep-running');
  if (last?.state === 'running') return;
  const end = store.position;
  const at = (state: UpkeepJob['state'], position: number) => void jobs.set(store, { task, state, position, end });
  const reached = () => jobs.get(store)?.position ?? 0;
  at('running', 0);
  run(parts, task, (position) => at('running', position)).then(
    (isDone) => at(isDone ? 'done' : 'failed', isDone ? end : reached()),
    (error: unknown) => {
      log.error({ err: error, task }, 'a check or rebuild that an admin started has failed');
      at('failed', reached());
    },
  );
}

/** Resolves with whether every event is as it was written, or the projection was rebuilt. */
async function run({ store, streams }: Parts, task: Task, onStep: (position: number) => void): Promise<boolean> {
  const { closing } = streams;
  if (task !== 'verify') return store.projections.rebuild([task], { signal: closing, onStep });
  for (const position of store.verify()) {
    onStep(position);
    await pause(PAUSE_OF_CHECK_MS);
    if (closing.aborted) return false;
  }
  return true;
}

/** Shortest time between two lines. */
const PAUSE_MS = 1000;

/** Longest time without a line: proxies cut silent connections. */
const SILENCE_MS = 15_000;

/** Yields the state of upkeep, whenever it has changed. Ends when the signal aborts. */
export async function* liveUpkeep(
  { store, clock }: Pick<Parts, 'store'> & { readonly clock: Clock },
  signal: AbortSignal,
): AsyncGenerator<UpkeepView, void, void> {
  let said = '';
  let saidAt = 0;
  while (!signal.aborted) {
    const view = await upkeep({ store, clock });
    const text = JSON.stringify(view);
    if (text !== said || clock.elapsed() - saidAt >= SILENCE_MS) {
      said = text;
      saidAt = clock.elapsed();
      yield view;
    }
    await clock.wait(PAUSE_MS, signal);
  }
}
