import type { Change, Streams } from '#db/change.ts';
import type { Job, JobSource, KindOfJob } from '#db/jobs.ts';

/**
 * A kind of background work. Add its file to `server/jobs.ts`.
 *
 * `run` carries out the effect. A crash afterwards repeats it, so it passes the job's key on as its idempotency key. It can return
 * the change that the effect causes, which is committed together with the end of the job. Any error but `Park` postpones the job;
 * it is retried without limit, with backoff. When the signal aborts, `run` returns or throws, and the job runs again at the next start.
 * A job that an event wakes while it runs runs once more.
 */
export interface JobKind<Means> extends JobSource {
  run(job: Job, means: Means, signal: AbortSignal): Promise<Change<Streams> | NotYet | Ended | void>;
  /** How many jobs of this kind run at once. */
  readonly atOnce: number;
  /**
   * Set for effects that must not follow from a clock that is ahead for a while: the clock must have said so for an hour. The work
   * relies on no later instant than `job.due`.
   */
  readonly irreversible?: true;
  /** Milliseconds between two runs of work that no event causes. The first is at the first start. */
  readonly every?: number;
  /** Whether such work also runs at each start. */
  readonly atStart?: true;
  /** The longest time, in milliseconds, that a job waits to become due. After the clock was set back, none waits longer. */
  readonly longestWaitMs?: number;
  /** The job that tells the owner of a parked one. */
  onPark?(parked: Job): KindOfJob | null;
}

/** Returned by work whose time has not come: the job waits until `due`, in milliseconds. */
export interface NotYet {
  readonly due: number;
}

/** Returned by work whose requester reads how it ended: the job is done, with this code. */
export interface Ended {
  readonly code: string;
}

/** Thrown by work that may succeed, but not before this many milliseconds have passed. */
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

/** Thrown by work that can't succeed until the owner has changed something. */
export class Park extends Error {
  /** Why, in a word of ours. Never personal data or the text of an outside service. */
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(`parked: ${code}`, options);
    this.code = code;
  }
}
