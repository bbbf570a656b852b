import type { Store } from '#db/store.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

/** What every worker needs. Each area adds what its own workers need. */
export interface WorkerMeans {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
}

/** Background work that runs until its signal aborts. */
export type Worker<Means extends WorkerMeans = WorkerMeans> = (means: Means, signal: AbortSignal) => Promise<void>;

/** One attempt at handling an event. */
export interface Attempt {
  /** When it aborts, waiting for other services may end: the event is handled again at the next start. */
  readonly signal: AbortSignal;
  /** Number of earlier attempts, which have failed. */
  readonly failures: number;
  /** Parts of the effect that earlier attempts have carried out. Added parts are remembered when this attempt fails. */
  readonly done: Set<string>;
}

/** Thrown by work that may succeed, but not before this many milliseconds have passed. */
export class TryLater extends Error {
  readonly afterMs: number;
  /** Whether all other work of this worker must wait as well. */
  readonly isForAll: boolean;

  constructor(
    message: string,
    { afterMs, isForAll, cause }: { readonly afterMs: number; readonly isForAll: boolean; readonly cause?: unknown },
  ) {
    super(message, { cause });
    this.afterMs = afterMs;
    this.isForAll = isForAll;
  }
}
