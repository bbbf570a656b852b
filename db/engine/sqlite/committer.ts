import { LRUCache } from 'lru-cache';
import { type Fact, type Recorded, type Stream, fold } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { type Batch, type StreamState, decideBatch } from '../../batch.ts';
import type { Change, Committed, IdempotentCommand, Streams } from '../../change.ts';
import { type Job, type JobSource, canUpdate, jobsCausedBy } from '../../jobs.ts';
import { decode } from '../../log/codec.ts';
import type { Head } from '../../log/hash-chain.ts';
import type { PersonalData } from '../../log/personal-data.ts';
import type { CommitListener } from '../../store.ts';
import type { Tables } from '../../tables.ts';
import { writesOf } from '../batch-writes.ts';
import { Idempotency } from '../idempotency.ts';
import { type Pending, acknowledge, enqueue, rejectAll } from '../pending-changes.ts';
import type { Write } from '../write.ts';
import { EventLog } from './event-log.ts';
import { type SqliteDatabase, isBroken, isLockedByOther, runWrites } from './sqlite.ts';

/** Number of cached stream states, each of a few kilobytes. Others are folded from the log again, in microseconds. */
const CACHED_STREAMS = 5000;

export interface CommitterParts {
  readonly db: SqliteDatabase;
  readonly personalData: PersonalData;
  readonly jobSources: readonly JobSource[];
  readonly now: () => number;
  /** Called with each error that kept changes from being written. After one that `isBroken` recognizes, none is tried any more. */
  readonly onFailure: (error: unknown) => void;
  /** What the projections write for the events of a batch. */
  readonly project: (events: readonly Recorded<DomainEvent>[]) => readonly Write[];
  readonly onCommit: CommitListener;
}

/**
 * The only way to write events. Changes requested in the same turn of the event loop run one after another inside one transaction
 * and are acknowledged after its COMMIT (group commit): strict order, no lost updates, one fsync for many.
 */
export class Committer {
  readonly #parts: CommitterParts;
  readonly #writeTogether;
  readonly #log: EventLog;
  readonly #idempotency: Idempotency;
  readonly #answer;
  readonly #job;
  /** Committed states only. */
  readonly #states = new LRUCache<string, StreamState>({ max: CACHED_STREAMS });
  #head: Head;
  #queue: Pending[] = [];
  /** Why it is unknown what is on the disk; null while it is known. */
  #broken: unknown = null;

  constructor(parts: CommitterParts) {
    const { db } = parts;
    this.#parts = parts;
    this.#writeTogether = db.transaction((changes: readonly Change<Streams>[]) => this.#decideAndWrite(changes));
    this.#log = new EventLog(db);
    const secret = db.prepare<[], Buffer>(`SELECT secret FROM secrets WHERE name = 'idempotency'`).pluck().get();
    this.#idempotency = new Idempotency(secret!);
    this.#answer = db.prepare<[string], Tables['idempotency']>('SELECT * FROM idempotency WHERE key = ?');
    this.#job = db.prepare<[number], Pick<Job, 'state' | 'due' | 'leasedUntil'>>(
      'SELECT state, due, leased_until AS leasedUntil FROM jobs WHERE id = ?',
    );
    this.#head = this.#log.head();
  }

  /** The end of the log. */
  get head(): Head {
    return this.#head;
  }

  /** The answer that a command was given before; null when the command is new. Throws `Rejected` with `key-reused`. */
  earlierAnswer(once: IdempotentCommand): { readonly answer: unknown } | null {
    return this.#idempotency.answerIn(this.#answer.get(once.key), once);
  }

  change<S extends Streams>(change: Change<S>): Promise<Committed> {
    if (this.#queue.length === 0) setImmediate(() => this.flush());
    return enqueue(this.#queue, change);
  }

  /** Commits everything requested so far. Called automatically at the end of each turn. */
  flush(): void {
    const batch = this.#queue.splice(0);
    if (batch.length > 0) this.#tryTogether(batch);
  }

  #tryTogether(batch: readonly Pending[]): void {
    if (this.#broken !== null) {
      rejectAll(batch, this.#broken);
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
    acknowledge(batch, done, this.#parts.now(), this.#parts.onCommit);
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

  #decideAndWrite(changes: readonly Change<Streams>[]): { readonly batch: Batch; readonly head: Head } {
    const { db, personalData, jobSources, now, project } = this.#parts;
    const at = now();
    const batch = decideBatch(changes, {
      position: this.#head.position,
      now: at,
      stateOf: (stream) => this.#load(stream),
      answerTo: (once) => this.earlierAnswer(once),
      canUpdate: (update) => canUpdate(this.#job.get(update.id), update),
      jobsOf: (event) => jobsCausedBy(jobSources, event),
    });
    for (const outcome of batch.outcomes) if ('error' in outcome && isBroken(outcome.error)) throw outcome.error;
    const folded = project(batch.events);
    const { writes, head } = writesOf(batch, {
      head: this.#head,
      at,
      personalData,
      idempotency: this.#idempotency,
      folded,
    });
    runWrites(db, writes);
    return { batch, head };
  }

  /** A failed transaction has written nothing. Each change is repeated alone: one that fails or whose write is refused fails no other. */
  #recover(batch: readonly Pending[], error: unknown): void {
    this.#parts.onFailure(error);
    if (isBroken(error)) this.#broken = error;
    // Each would wait for the same lock.
    if (batch.length === 1 || isBroken(error) || isLockedByOther(error)) rejectAll(batch, error);
    else for (const each of batch) this.#tryTogether([each]);
  }
}
