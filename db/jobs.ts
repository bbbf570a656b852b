/** Background jobs: mail, refunds, sweeps. Rows have no personal data and stay when they are done, for stories and statistics. */
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';

/** Only a waiting job blocks later jobs with its order key. A parked job runs again if the owner asks for it. */
export type JobState = 'waiting' | 'done' | 'parked';

export interface NewJob {
  /** Unique in its kind: a second job with the same key isn't inserted. Effects take their idempotency key from it. */
  readonly key: string;
  /** Jobs of a kind with the same order key run one at a time, by id. A job without one waits for no other. */
  readonly orderKey?: string;
  /** When it can run, in milliseconds. */
  readonly due: number;
  /** Makes a job with the same key due again, even a done one. */
  readonly wakes?: true;
}

export interface JobSpec extends NewJob {
  readonly kind: string;
  /** Of the event that caused it; null for none. */
  readonly position: number | null;
}

/** The job that rebuilds the projections at the request of the owner or the operator. */
export const REBUILD_JOB = { kind: 'rebuild', key: 'all', position: null, wakes: true } as const;

export interface Job extends JobSpec {
  readonly id: number;
  /** Its key for a job that waits for no other. */
  readonly orderKey: string;
  readonly state: JobState;
  /** Number of failed attempts. */
  readonly attempts: number;
  /** Our code for why it was parked last; null if it never was. */
  readonly code: string | null;
  /** When it was inserted, in milliseconds. */
  readonly at: number;
  /** When it was last done or parked. */
  readonly endedAt: number | null;
  /** The account of the admin who took it off the list, when, and why; null while it is listed. */
  readonly dismissedBy: string | null;
  readonly dismissedAt: number | null;
  readonly dismissedReason: string | null;
  /** The end of the last lease; 0 once it was ended. */
  readonly leasedUntil: number;
}

/** What a change does to a job, which must still be in the state `from`. */
export interface JobUpdate {
  readonly id: number;
  readonly from: JobState;
  /** When it must still be due, because an event may have woken it. */
  readonly fromDue?: number;
  /** The lease that it must still have. */
  readonly leasedUntil?: number;
  readonly set: Partial<Omit<Job, 'id' | 'at' | 'leasedUntil' | keyof JobSpec>> & { readonly due?: number };
}

/** Whether a job is still as an update expects it. */
export function canUpdate(
  job: Pick<Job, 'state' | 'due' | 'leasedUntil'> | undefined,
  { from, fromDue, leasedUntil }: JobUpdate,
): boolean {
  if (job?.state !== from) return false;
  return (fromDue ?? job.due) === job.due && (leasedUntil ?? job.leasedUntil) === job.leasedUntil;
}

/** A kind of job, and the events that cause one. */
export interface JobSource {
  readonly kind: string;
  /** Pure: called inside the transaction that records the event. */
  readonly on: {
    readonly [Type in DomainEvent['type']]?: (
      event: Recorded<Extract<DomainEvent, { type: Type }>>,
    ) => NewJob | readonly NewJob[] | null;
  };
}

type On = (event: Recorded<DomainEvent>) => NewJob | readonly NewJob[] | null;

export function jobsCausedBy(sources: readonly JobSource[], event: Recorded<DomainEvent>): JobSpec[] {
  const found: JobSpec[] = [];
  for (const { kind, on } of sources) {
    const jobs = (on[event.type] as On | undefined)?.(event);
    if (jobs) for (const job of [jobs].flat()) found.push({ kind, position: event.position, ...job });
  }
  return found;
}
