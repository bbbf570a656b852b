import type { Change, Streams } from '#db/change.ts';
import type { Job, JobSource, JobSpec } from '#db/jobs.ts';

/**
 * Listed in `server/jobs.ts`. `run` happens at least once, so pass `job.key` on as idempotency key. A returned change is
 * committed with the end of the job. Any error but `Park` retries with backoff. After an abort, the job runs again at the next
 * startup.
 */
export interface JobKind<Dependencies> extends JobSource {
  run(job: Job, dependencies: Dependencies, signal: AbortSignal): Promise<Change<Streams> | NotYet | Ended | void>;
  readonly atOnce: number;
  /** The job runs once `ConfirmedClock` confirms its time, so rely on no later instant than `job.due`. */
  readonly irreversible?: true;
  /** Milliseconds between two runs of a recurring job. */
  readonly every?: number;
  readonly atStart?: true;
  /** After the clock was set back, no job waits longer. */
  readonly longestWaitMs?: number;
  onPark?(parked: Job): JobSpec | null;
}

export interface NotYet {
  readonly due: number;
}

/** Read by the job's requester. */
export interface Ended {
  readonly code: string;
}

export class RetryLater extends Error {
  readonly afterMs: number;
  /** The service refuses all jobs of this kind, so it doesn't count as an attempt. */
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

/** The job can't succeed until the owner changes something. */
export class Park extends Error {
  /** A word of ours, never personal data or the text of an outside service. */
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(`parked: ${code}`, options);
    this.code = code;
  }
}
