import type { Change, Streams } from '#db/change.ts';
import type { Job, JobSource, JobSpec } from '#db/jobs.ts';

/**
 * A kind of background job. Add its file to `server/jobs.ts`.
 *
 * `run` carries out the effect, at least once: a crash before the result is stored repeats it, so pass the job's key on as
 * idempotency key. It can return the change that the effect causes, which is committed together with the end of the job. Any error but
 * `Park` postpones the job, which is retried without limit, with backoff. If the signal aborts, `run` returns or throws, and the job runs
 * again after the next startup. If an event wakes a job while it runs, the job runs once more.
 */
export interface JobKind<Dependencies> extends JobSource {
  run(job: Job, dependencies: Dependencies, signal: AbortSignal): Promise<Change<Streams> | NotYet | Ended | void>;
  /** How many jobs of this kind run at once. */
  readonly atOnce: number;
  /**
   * Set for effects that must not follow from a clock that is ahead for a while: the job runs once the clock has been past its time for
   * an hour. The work relies on no later instant than `job.due`.
   */
  readonly irreversible?: true;
  /** Milliseconds between two runs of a recurring job, which no event causes. The first is at the first startup. */
  readonly every?: number;
  /** Whether a recurring job also runs at each startup. */
  readonly atStart?: true;
  /** The longest time, in milliseconds, that a job waits to become due. After the clock was set back, none waits longer. */
  readonly longestWaitMs?: number;
  /** Returns the job that notifies the owner of a parked one. */
  onPark?(parked: Job): JobSpec | null;
}

/** Returned by a job whose time has not come: it waits until `due`, in milliseconds. */
export interface NotYet {
  readonly due: number;
}

/** Returned by a job whose requester reads how it ended: it is done, with this code. */
export interface Ended {
  readonly code: string;
}

/** Thrown by a job that may succeed, but not before this many milliseconds have passed. */
export class RetryLater extends Error {
  readonly afterMs: number;
  /** Whether the outside service refuses all other jobs of this kind as well. It doesn't count as an attempt of the job. */
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

/** Thrown by a job that can't succeed until the owner has changed something. */
export class Park extends Error {
  /** Why, in a word of ours. Never personal data or the text of an outside service. */
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(`parked: ${code}`, options);
    this.code = code;
  }
}
