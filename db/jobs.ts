/** Rows have no personal data and stay when they're done, for stories and statistics. */
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';

/** Only waiting jobs block later ones with their order key. The owner can resume a parked job. */
export type JobState = 'waiting' | 'done' | 'parked';

export interface NewJob {
  /** Unique in its kind. Effects derive their idempotency key from it. */
  readonly key: string;
  /** Jobs of a kind with the same order key run one at a time, by id. */
  readonly orderKey?: string;
  readonly due: number;
  /** Makes an existing job with the same key due, even a done one. */
  readonly wakes?: true;
}

export interface JobSpec extends NewJob {
  readonly kind: string;
  readonly position: number | null;
}

export const REBUILD_JOB = { kind: 'rebuild', key: 'all', position: null, wakes: true } as const;

export interface Job extends JobSpec {
  readonly id: number;
  /** Its `key`, if it waits for no other. */
  readonly orderKey: string;
  readonly state: JobState;
  readonly attempts: number;
  readonly code: string | null;
  readonly at: number;
  readonly endedAt: number | null;
  readonly dismissedBy: string | null;
  readonly dismissedAt: number | null;
  readonly dismissedReason: string | null;
  readonly leasedUntil: number;
}

/** The job must still be in the state `from`. */
export interface JobUpdate {
  readonly id: number;
  readonly from: JobState;
  /** An event may have changed it by waking the job. */
  readonly fromDue?: number;
  readonly leasedUntil?: number;
  readonly set: Partial<Omit<Job, 'id' | 'at' | 'leasedUntil' | keyof JobSpec>> & { readonly due?: number };
}

export function canUpdate(
  job: Pick<Job, 'state' | 'due' | 'leasedUntil'> | undefined,
  { from, fromDue, leasedUntil }: JobUpdate,
): boolean {
  if (job?.state !== from) return false;
  return (fromDue ?? job.due) === job.due && (leasedUntil ?? job.leasedUntil) === job.leasedUntil;
}

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
