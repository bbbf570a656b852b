import { LRUCache } from 'lru-cache';
import { type Fact, type Recorded, type Stream, fold } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { type Batch, type Committable, type StreamState, decideBatch, isForgetting } from '../../batch.ts';
import {
  type Change,
  type Committed,
  type GuardedWrite,
  type Streams,
  anyChange,
  type IdempotentCommand,
} from '../../change.ts';
import { decode, encode } from '../../log/codec.ts';
import { type JobSource, jobsCausedBy } from '../../jobs.ts';
import { JobTable } from './job-table.ts';
import { EventLog } from './event-log.ts';
import { type Head, chainHash } from '../../log/hash-chain.ts';
import { Idempotency } from './idempotency.ts';
import type { CommitListener } from '../../store.ts';
import { type SqliteDatabase, isBroken, isLockedByOther, preparedOnce } from './sqlite.ts';
import { SoldUnits } from './sold-units.ts';
import type { Vault } from './vault.ts';

/** Number of cached stream states, each of a few kilobytes. Others are folded from the log again, in microseconds. */
const CACHED_STREAMS = 5000;

interface Pending {
  readonly change: Change<Streams>;
  readonly resolve: (committed: Committed) => void;
  readonly reject: (reason: unknown) => void;
}

export interface CommitterParts {
  readonly db: SqliteDatabase;
  readonly vault: Vault;
  readonly jobSources: readonly JobSource[];
  readonly now: () => number;
  /** Called with each error that kept changes from being written. After one that `isBroken` recognizes, none is tried any more. */
  readonly onFailure: (error: unknown) => void;
  /** Folds the events of a batch into the projections, in its transaction. */
  readonly project: (events: readonly Recorded<DomainEvent>[]) => void;
  readonly onCommit: CommitListener;
}

/**
 * The only way to write events. Changes requested in the same turn of the event loop run one after another inside one transaction
 * and are acknowledged after its COMMIT (group commit): strict order, no lost updates, one fsync for many.
 */
export class Committer {
  readonly #parts: CommitterParts;
  readonly #prepare;
  readonly #writeTogether;
  readonly #log: EventLog;
  readonly #jobs: JobTable;
  readonly #idempotency: Idempotency;
  readonly #units: SoldUnits;
  /** Committed states only. */
  readonly #states = new LRUCache<string, StreamState>({ max: CACHED_STREAMS });
  #head: Head;
  #queue: Pending[] = [];
  /** Why it is unknown what is on the disk; null while it is known. */
  #broken: unknown = null;

  constructor(parts: CommitterParts) {
    const { db } = parts;
    this.#parts = parts;
    this.#prepare = preparedOnce(db);
    this.#writeTogether = db.transaction((changes: readonly Change<Streams>[]) => this.#decideAndApply(changes));
    this.#log = new EventLog(db);
    this.#jobs = new JobTable(db);
    this.#idempotency = new Idempotency(db);
    this.#units = new SoldUnits(db);
    this.#head = this.#log.head();
  }

  /** The end of the log. */
  get head(): Head {
    return this.#head;
  }

  /** The answer that a command was given before; null when the command is new. Throws `Rejected` with `key-reused`. */
  earlierAnswer(once: IdempotentCommand): { readonly answer: unknown } | null {
    return this.#idempotency.answerTo(once);
  }

  change<S extends Streams>(change: Change<S>): Promise<Committed> {
    return new Promise((resolve, reject) => {
      if (this.#queue.length === 0) setImmediate(() => this.flush());
      this.#queue.push({ change: anyChange(change), resolve, reject });
    });
  }

  /** Commits everything requested so far. Called automatically at the end of each turn. */
  flush(): void {
    const batch = this.#queue;
    this.#queue = [];
    if (batch.length > 0) this.#tryTogether(batch);
  }

  #tryTogether(batch: readonly Pending[]): void {
    if (this.#broken !== null) {
      for (const { reject } of batch) reject(this.#broken);
      return;
    }
    let done: Batch;
    try {
      done = this.#commitTogether(batch.map(({ change }) => change));
    } catch (error) {
      this.#recover(batch, error);
      return;
    }
    // Committed: an error from here on must not repeat the changes.
    try {
      const { events, jobUpdates, newJobs } = done;
      const now = this.#parts.now();
      const mayHaveDueJobs = jobUpdates.length > 0 || newJobs.some(({ due }) => due <= now);
      if (events.length > 0 || jobUpdates.length > 0 || newJobs.length > 0)
        this.#parts.onCommit(events, mayHaveDueJobs);
    } finally {
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = done.outcomes[index]!;
        if ('committed' in outcome) resolve(outcome.committed);
        else reject(outcome.error);
      });
    }
  }

  /** State of a stream as committed. */
  stateOf<State, Event extends Fact>(stream: Stream<State, Event>): State {
    return this.#load(stream).state as State;
  }

  #load({ name, type }: Stream<unknown, Fact>): StreamState {
    const known = this.#states.get(name);
    if (known) return known;
    const events = this.#log.readStream(name).map(decode);
    const loaded = { state: fold(type, events), revision: events.length };
    this.#states.set(name, loaded);
    return loaded;
  }

  #commitTogether(changes: readonly Change<Streams>[]): Batch {
    const { batch, head } = this.#writeTogether.immediate(changes);
    this.#head = head;
    for (const [name, state] of batch.states) this.#states.set(name, state);
    return batch;
  }

  #decideAndApply(changes: readonly Change<Streams>[]): { readonly batch: Batch; readonly head: Head } {
    const batch = decideBatch(changes, this.#committed());
    for (const outcome of batch.outcomes) if ('error' in outcome && isBroken(outcome.error)) throw outcome.error;
    return { batch, head: this.#apply(batch) };
  }

  #committed(): Committable {
    return {
      position: this.#head.position,
      now: this.#parts.now(),
      stateOf: (stream) => this.#load(stream),
      answerTo: (once) => this.#idempotency.answerTo(once),
      canUpdate: (update) => this.#jobs.canUpdate(update),
      jobsOf: (event) => jobsCausedBy(this.#parts.jobSources, event),
    };
  }

  /** Writes a batch into the open transaction. Returns the end of the log after it. */
  #apply({ writes, newPersons, events, answers, jobUpdates, newJobs }: Batch): Head {
    const { vault, project } = this.#parts;
    const now = this.#parts.now();
    let head = this.#head;
    for (const write of writes) this.#write(write);
    for (const person of newPersons) vault.addPerson(person);
    for (const event of events) {
      const { position, stream, revision, id, type, at, correlation, causation } = event;
      const { version, data } = encode(vault, stream, event);
      const row = { position, stream, revision, id, type, version, at, correlation, causation, data };
      head = { position, hash: chainHash(head.hash, row) };
      this.#log.insert({ ...row, hash: head.hash });
      this.#units.apply(stream, event);
    }
    for (const event of events.filter(isForgetting)) vault.forget(event);
    project(events);
    for (const once of answers) this.#idempotency.remember(once, now);
    for (const update of jobUpdates) this.#jobs.update(update);
    for (const job of newJobs) this.#jobs.insert(job, now);
    return head;
  }

  /** A failed transaction has written nothing. Each change is repeated alone: one that fails or whose write is refused fails no other. */
  #recover(batch: readonly Pending[], error: unknown): void {
    this.#parts.onFailure(error);
    if (isBroken(error)) this.#broken = error;
    // Each would wait for the same lock.
    if (batch.length === 1 || isBroken(error) || isLockedByOther(error)) for (const { reject } of batch) reject(error);
    else for (const each of batch) this.#tryTogether([each]);
  }

  /** Throws `Rejected`, which undoes the transaction. */
  #write(write: GuardedWrite): void {
    const { sql, parameters } = write.query;
    const { changes } = this.#prepare(sql).run(...parameters);
    if (write.expectedRows !== undefined && changes !== write.expectedRows) throw new Rejected(write.refusal);
  }
}
