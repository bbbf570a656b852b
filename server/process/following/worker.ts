import type { Store } from '#db/store.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

/** What every worker needs. Each area adds what its own workers act through. */
export interface WorkerMeans {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
}

/** Something that goes on beside the requests until its signal says stop. */
export type Worker<Means extends WorkerMeans = WorkerMeans> = (means: Means, signal: AbortSignal) => Promise<void>;

/** One try at handling an event. */
export interface Attempt {
  /** When it aborts, waiting for others may end: the event is handled again at the next start. */
  readonly signal: AbortSignal;
  /** Parts of the effect that earlier tries have carried out. What is added is remembered when this try fails. */
  readonly done: Set<string>;
}

/** Work that may well succeed, but not before so many milliseconds have passed. */
export class TryLater extends Error {
  readonly afterMs: number;
  /** Whether all other work of this worker has to wait as well. */
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
