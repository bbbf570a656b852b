import type { Change, Streams } from '#db/change.ts';
import type { Job, JobSource, JobSpec } from '#db/jobs.ts';

/**
 * Add its file to `server/jobs.ts`. `run` carries out the effect at least once, so pass `job.key` on as idempotency key. It may
 * return a change, which is committed with the end of the job. Any error but `Park` retries with backoff. If the signal aborts,
 * the job runs again after the next startup.
 */
export interface JobKind<Dependencies> extends JobSource {
  run(job: Job, dependencies: Dependencies, signal: AbortSignal): Promise<Change<Streams> | NotYet | Ended | void>;
  readonly atOnce: number;
  /** The job runs once `ConfirmedClock` confirms its time, so rely on no later instant than `job.due`. */
  readonly irreversible?: true;
  /** Milliseconds between two runs of a recurring job. */
  readonly every?: number;
  readonly atStart?: true;
  /** In milliseconds; after the clock was set back, no job waits longer. */
  readonly longestWaitMs?: number;
  onPark?(parked: Job): JobSpec | null;
}

/** Returned by a job whose time has not come. */
export interface NotYet {
  readonly due: number;
}

/** Returned by a job whose requester reads how it ended. */
export interface Ended {
  readonly code: string;
}

/** Thrown by a job that may succeed, but not within `afterMs`. */
export class RetryLater extends Error {
  readonly afterMs: number;
  /** Whether the service refuses all other jobs of this kind. Doesn't count as an attempt. */
  readonly isForAll: boolean;

  constructor(
    message: string,
    {
      afterMs,
      isForAll = false,
      cause,
    }: { readonly afterMs: number; readonly isForAll?: boolean; readonly cause?: unknown },
  ) {
    super(message, { cause });
    this.afterMs = afterMs;
    this.isForAll = isForAll;
  }
}

/** Thrown by a job that can't succeed until the owner changes something. */
export class Park extends Error {
  /** A word of ours, never personal data or the text of an outside service. */
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(`parked: ${code}`, options);
    this.code = code;
  }
}
