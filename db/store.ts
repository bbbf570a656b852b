import type { Fact, Recorded, Stream } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Change, Committed, GuardedWrite, Streams, IdempotentCommand } from './change.ts';
import type { JobSource } from './jobs.ts';
import type { Head } from './log/hash-chain.ts';
import type { FatalError } from './fatal-error.ts';
import type { Queries } from './tables.ts';

/** Changes that were committed in one transaction. */
export interface CommittedBatch {
  readonly ms: number;
  /** Number of changes, with those that were refused. */
  readonly changes: number;
  readonly events: readonly Recorded<DomainEvent>[];
}

export interface StoreOptions {
  /** Folder of the database; created when missing. */
  readonly folder: string;
  /** The PostgreSQL database that is used instead, `postgres://...`; null or absent for none. */
  readonly url?: string | null;
  /** Returns the instant, in milliseconds, at which events are recorded. */
  readonly now: () => number;
  /** The kinds of jobs that events cause: the same for every process that records events. */
  readonly jobSources?: readonly JobSource[];
  /** Whether the sandbox payment provider keeps its payments here. */
  readonly withSandbox?: boolean;
  /** Whether a power cut may lose commits and damage the file, because its content can be generated again. */
  readonly mayLoseCommits?: boolean;
  /** Called with failures outside of changes, and with other news. */
  readonly report?: (message: string, detail: unknown) => void;
  /** Called after each transaction of this process. */
  readonly onBatch?: (batch: CommittedBatch) => void;
  /** Called when the database turns out to be broken: the process must end, and start from what is on the disk. */
  readonly onBroken?: (failure: FatalError) => void;
}

/**
 * Called after every commit of events or jobs, before its changes are acknowledged, and sometimes once more. `mayHaveDueJobs` is false
 * if no job can have become due. `isOtherHistory` is true if the database failed over, and the log has another history than before.
 */
export type CommitListener = (
  events: readonly Recorded<DomainEvent>[],
  mayHaveDueJobs: boolean,
  isOtherHistory?: boolean,
) => void;

/** The interface of a site's database, which `db/engine/sqlite` and `db/engine/postgres` implement. */
export interface Store {
  readonly db: Queries;
  /** The last position of the log. */
  readonly position: number;
  /** Number of last events that were checked when the store was opened. */
  readonly checkedEvents: number;
  /** Why writes are refused; null while they are accepted. */
  readonly writeRefusal: string | null;
  /** Resolves after COMMIT. Rejects with `Rejected`, or, if it can't be saved, with an error that `isUnableToSave` recognizes. */
  change<S extends Streams>(change: Change<S>): Promise<Committed>;
  /** A change without events. */
  write(writes: readonly GuardedWrite[]): Promise<void>;
  /** The answer that a command was given before; null when it is new. Rejects with `Rejected` and `key-reused`. */
  earlierAnswer(once: IdempotentCommand): Promise<{ readonly answer: unknown } | null>;
  /** The state of a stream as committed. */
  stateOf<State, Event extends Fact>(stream: Stream<State, Event>): Promise<State>;
  /** The events of a stream, with personal data decrypted: all, or those at some revisions. */
  eventsOf<Event extends DomainEvent>(
    stream: Stream<unknown, Event>,
    revisions?: readonly number[],
  ): Promise<Recorded<Event>[]>;
  /** The event at a position, with personal data decrypted. */
  eventAt(position: number): Promise<Recorded<DomainEvent>>;
  /** Checks every event while the site serves. Resolves with the last; null if the signal aborted. Rejects with `FatalError`. */
  verify(signal: AbortSignal): Promise<Head | null>;
  /** Folds new projections while the site serves. Resolves with false if an event can't be folded or the signal aborted. */
  rebuild(signal: AbortSignal): Promise<boolean>;
  /** Reserves a job. Resolves with the end of the lease, which identifies it; null if another process has the job. */
  lease(job: number): Promise<number | null>;
  /** Ends a lease. Does nothing if it ran out and another process has the job. */
  endLease(job: number, leasedUntil: number): Promise<void>;
  /** Records why a write was refused, or reports a broken database. Ignores any other error. */
  handleStorageError(error: unknown): void;
  /** Returns a function that stops the listener. */
  onCommit(listener: CommitListener): () => void;
  close(): void | Promise<void>;
}
