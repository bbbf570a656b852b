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
