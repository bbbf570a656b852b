import type { Fact, Recorded, Stream } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Change, Committed, GuardedWrite, Streams, IdempotentCommand } from './change.ts';
import type { JobSource, JobSpec } from './jobs.ts';
import type { Head } from './log/hash-chain.ts';
import type { Verification } from './log/verify.ts';
import { FatalError } from './fatal-error.ts';
import type { Queries } from './tables.ts';

export interface CommittedBatch {
  readonly ms: number;
  readonly changes: number;
  readonly events: readonly Recorded<DomainEvent>[];
}

export interface StoreOptions {
  readonly folder: string;
  /** A PostgreSQL database, `postgres://...`, in place of the file in `folder`. */
  readonly url?: string | null;
  /** In milliseconds; stored with events. */
  readonly now: () => number;
  /** All processes must pass the same list, or some events get no jobs. */
  readonly jobSources?: readonly JobSource[];
  /** The sandbox payment provider stores its payments here. */
  readonly withSandbox?: boolean;
  /** For generated content: a power cut may lose commits and damage the file. */
  readonly mayLoseCommits?: boolean;
  readonly report?: (message: string, detail: unknown) => void;
  readonly onBatch?: (batch: CommittedBatch) => void;
  /** Called once if the database is damaged. The process must then exit. */
  readonly onBroken?: (failure: FatalError) => void;
}

/**
 * Called before changes are acknowledged. `mayHaveDueJobs`: false if no job can have become due. `isOtherHistory`: the database
 * has other events than before, after a failover: drop all caches.
 */
export type CommitListener = (
  events: readonly Recorded<DomainEvent>[],
  mayHaveDueJobs: boolean,
  isOtherHistory?: boolean,
) => void;

/** Implemented in `db/engine/sqlite` and `db/engine/postgres`. */
export interface Store {
  readonly db: Queries;
  /** Of the last event. */
  readonly position: number;
  /** Number of events checked at startup. */
  readonly checkedEvents: number;
  /** Why changes are refused now; null if they are accepted. */
  readonly writeRefusal: string | null;
  /** Resolves after COMMIT. Rejects with `Rejected`, or, if it can't be saved, with an error that `isStorageError` recognizes. */
  change<S extends Streams>(change: Change<S>): Promise<Committed>;
  write(writes: readonly GuardedWrite[]): Promise<void>;
  /** Null if the command is new. Rejects with `Rejected` and `key-reused`. */
  earlierAnswer(once: IdempotentCommand): Promise<{ readonly answer: unknown } | null>;
  stateOf<State, Event extends Fact>(stream: Stream<State, Event>): Promise<State>;
  /** With personal data decrypted: all, or those at some revisions. */
  eventsOf<Event extends DomainEvent>(
    stream: Stream<unknown, Event>,
    revisions?: readonly number[],
  ): Promise<Recorded<Event>[]>;
  eventAt(position: number): Promise<Recorded<DomainEvent>>;
  /** Checks every event while the site serves. Null if the signal aborted. Rejects with `FatalError`. */
  verify(signal: AbortSignal): Promise<Head | null>;
  /** False if an event can't be folded or the signal aborted. */
  rebuild(signal: AbortSignal): Promise<boolean>;
  /** Reserves a job until the returned instant, to be passed to `endLease`; null if another process has the job. */
  lease(job: number): Promise<number | null>;
  /** Does nothing if the lease ran out and another process has the job. */
  endLease(job: number, leasedUntil: number): Promise<void>;
  /** Records why a write was refused, or reports a broken database. Ignores any other error. */
  handleStorageError(error: unknown): void;
  onCommit(listener: CommitListener): () => void;
  close(): void | Promise<void>;
}

export type DatabaseLocation = Pick<StoreOptions, 'folder' | 'url'>;

export class NoEventLog extends FatalError {}

export interface DatabaseCheck {
  readonly chain: Verification | null;
  /** What is wrong with the file, and what to do; null if it is intact. */
  readonly damage: string | null;
  readonly hashAt: string | null;
}

export interface CheckOptions {
  readonly hashOf?: number | undefined;
  readonly onPage?: (position: number, end: number) => void;
}

/** For the operator's commands, with or without a running server. */
export interface AdminDatabase {
  openReader(): Promise<Pick<Store, 'db' | 'close'>>;
  openStore(options: Pick<StoreOptions, 'now' | 'jobSources' | 'report'>): Promise<Store | null>;
  /** The server, or the next process that opens the store, runs them. Existing jobs stay, unless `wakes` is set. */
  requestJobs(jobs: readonly JobSpec[], at: number): Promise<void>;
  verify(options?: CheckOptions): Promise<DatabaseCheck>;
  inspect(): Promise<{ readonly isServerRunning: boolean; readonly fault: string | null }>;
}
