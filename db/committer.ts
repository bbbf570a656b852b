import { randomUUIDv7 } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Fact, type Recorded, type Stream, fold } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { isRefusal } from '#events/refusal.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import {
  type Cause,
  type Change,
  type Committed,
  type GuardedWrite,
  type NewEvents,
  type Streams,
  anyChange,
} from './change.ts';
import { decode, encode } from './log/codec.ts';
import type { Jobs } from './jobs.ts';
import { EventLog } from './log/event-log.ts';
import { type Head, chainHash } from './log/hash-chain.ts';
import { Idempotency, type Once } from './log/idempotency.ts';
import { type SqliteDatabase, type SqliteStatement, isBroken, isLockedByOther } from './disk/sqlite.ts';
import { SoldUnits } from './log/sold-units.ts';
import type { Vault } from './vault/vault.ts';

/** Number of cached stream states, each of a few kilobytes. Others are folded from the log again, in microseconds. */
const CACHED_STREAMS = 5000;

/** A program has few distinct writes: each is prepared once. */
const KEPT_WRITES = 100;

/** A stream's state after its last event. */
interface Current {
  readonly state: unknown;
  readonly revision: number;
}

interface Pending {
  readonly change: Change<Streams>;
  readonly resolve: (committed: Committed) => void;
  readonly reject: (reason: unknown) => void;
}

type Outcome = { readonly committed: Committed } | { readonly error: unknown };

/** The result of a committed batch: an outcome for each change, and all events in log order. */
interface Done {
  readonly outcomes: readonly Outcome[];
  readonly events: readonly Recorded<DomainEvent>[];
}

/** Changes that are committed together: a refused write undoes its whole transaction, so each change with writes is alone. */
function inBatches(queue: readonly Pending[]): Pending[][] {
  const batches: Pending[][] = [];
  let isOpen = false;
  for (const pending of queue) {
    const isAlone = pending.change.writes !== undefined;
    if (isOpen && !isAlone) batches.at(-1)!.push(pending);
    else batches.push([pending]);
    isOpen = !isAlone;
  }
  return batches;
}

export interface CommitterParts {
  readonly db: SqliteDatabase;
  readonly vault: Vault;
  readonly jobs: Jobs;
  readonly now: () => number;
  /** Called with each error that kept changes from being written. After one that `isBroken` recognizes, none is tried any more. */
  readonly onFailure: (error: unknown) => void;
  /** Folds the events of a batch into the projections, in its transaction. */
  readonly project: (events: readonly Recorded<DomainEvent>[]) => void;
  /** Called after every commit of events or jobs, before its changes are acknowledged. */
  readonly onCommit: (events: readonly Recorded<DomainEvent>[]) => void;
}

/**
 * The only way to write events. Changes requested in the same turn of the event loop run one after another inside one transaction
 * and are acknowledged after its COMMIT (group commit): strict order, no lost updates, one fsync for many.
 */
export class Committer {
  readonly #db: SqliteDatabase;
  readonly #vault: Vault;
  readonly #writes = new LRUCache<string, SqliteStatement>({ max: KEPT_WRITES });
  readonly #jobs: Jobs;
  readonly #now: () => number;
  readonly #onFailure: CommitterParts['onFailure'];
  readonly #project: CommitterParts['project'];
  readonly #onCommit: CommitterParts['onCommit'];
  readonly #log: EventLog;
  readonly #idempotency: Idempotency;
  readonly #units: SoldUnits;
  readonly #begin;
  readonly #commit;
  readonly #rollback;
  /** Committed states only. */
  readonly #current = new LRUCache<string, Current>({ max: CACHED_STREAMS });
  /** States changed by the running transaction. */
  #staged = new Map<string, Current>();
  #head: Head;
  #queue: Pending[] = [];
  /** Why it is unknown what is on the disk; null while it is known. */
  #broken: unknown = null;

  constructor({ db, vault, jobs, now, onFailure, project, onCommit }: CommitterParts) {
    this.#db = db;
    this.#vault = vault;
    this.#jobs = jobs;
    this.#now = now;
    this.#onFailure = onFailure;
    this.#project = project;
    this.#onCommit = onCommit;
    this.#log = new EventLog(db);
    this.#idempotency = new Idempotency(db);
    this.#units = new SoldUnits(db);
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.#rollback = db.prepare('ROLLBACK');
    this.#head = this.#log.head();
  }

  /** The end of the log. */
  get head(): Head {
    return this.#head;
  }

  /** The answer that a command was given before; null when the command is new. Throws `Rejected` with `key-reused`. */
  earlierAnswer(once: Once): { readonly answer: unknown } | null {
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
    for (const together of inBatches(batch)) this.#tryTogether(together);
  }

  #tryTogether(batch: readonly Pending[]): void {
    if (this.#broken !== null) {
      for (const { reject } of batch) reject(this.#broken);
      return;
    }
    let done: Done;
    try {
      done = this.#commitTogether(batch);
    } catch (error) {
      this.#recover(batch, error);
      return;
    }
    // Committed: an error from here on must not repeat the changes.
    try {
      if (done.events.length > 0 || batch.some(({ change }) => change.updateJob ?? change.newJobs))
        this.#onCommit(done.events);
    } finally {
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = done.outcomes[index];
        if (outcome && 'committed' in outcome) resolve(outcome.committed);
        else reject(outcome?.error);
      });
    }
  }

  /** State of a stream as committed. */
  stateOf<State, Event extends Fact>(stream: Stream<State, Event>): State {
    return this.#load(stream).state as State;
  }

  #load(stream: Stream<unknown, Fact>): Current {
    if (stream.isNew) return { state: stream.type.initial, revision: 0 };
    const known = this.#staged.get(stream.name) ?? this.#current.get(stream.name);
    if (known) return known;
    const events = this.#log.readStream(stream.name).map(decode);
    const loaded = { state: fold(stream.type, events), revision: events.length };
    this.#current.set(stream.name, loaded);
    return loaded;
  }

  #commitTogether(batch: readonly Pending[]): Done {
    const before = this.#head;
    const events: Recorded<DomainEvent>[] = [];
    let outcomes: Outcome[];
    this.#begin.run();
    try {
      outcomes = batch.map(({ change }) => this.#run(change, events));
      this.#project(events);
      this.#commit.run();
    } catch (error) {
      this.#head = before;
      this.#staged = new Map();
      if (this.#db.inTransaction) this.#rollback.run();
      throw error;
    }
    for (const [name, current] of this.#staged) this.#current.set(name, current);
    this.#staged = new Map();
    return { outcomes, events };
  }

  /** A failed transaction has written nothing. Each change is repeated alone, so that a faulty one does not fail the others. */
  #recover(batch: readonly Pending[], error: unknown): void {
    this.#onFailure(error);
    if (isBroken(error)) this.#broken = error;
    // Each would wait for the same lock.
    if (batch.length === 1 || isBroken(error) || isLockedByOther(error)) for (const { reject } of batch) reject(error);
    else for (const each of batch) this.#tryTogether([each]);
  }

  /** Decides one change and writes its events. A refusal writes nothing; any other error undoes the transaction. */
  #run(change: Change<Streams>, events: Recorded<DomainEvent>[]): Outcome {
    const { streams, once } = change;
    const names = Object.keys(streams);
    const currents: Record<string, Current> = {};
    let decided: NewEvents<Streams>;
    try {
      const states: Record<string, unknown> = {};
      for (const name of names) {
        const current = this.#load(streams[name]!);
        currents[name] = current;
        states[name] = current.state;
      }
      const unauthorized = once?.authorize(states) ?? null;
      if (unauthorized) return { error: new Rejected(unauthorized.refusal) };
      const earlier = once ? this.#idempotency.answerTo(once) : null;
      if (earlier) return { committed: { events: [], earlier } };
      const decision = change.decide(states, this.#vault.newPerson);
      if (isRefusal(decision)) return { error: new Rejected(decision.refusal) };
      decided = decision;
    } catch (error) {
      if (isBroken(error)) throw error;
      return { error };
    }
    const { updateJob, newJobs = [] } = change;
    if (updateJob && !this.#jobs.canUpdate(updateJob)) return { error: new Rejected('already-settled') };
    for (const write of change.writes?.(decided) ?? []) this.#write(write);
    if (updateJob) this.#jobs.update(updateJob);
    for (const job of newJobs) this.#jobs.insert(job, this.#now());
    const first = events.length;
    for (const name of names) {
      const facts = decided[name] as readonly DomainEvent[] | undefined;
      if (facts) this.#append(change.cause, streams[name]!, currents[name]!, facts, events);
    }
    if (once) this.#idempotency.remember(once, this.#now());
    return { committed: { events: events.slice(first), earlier: null } };
  }

  /** Throws `Rejected`, which undoes the transaction. */
  #write(write: GuardedWrite): void {
    const { sql, parameters } = write.query;
    const statement = this.#writes.get(sql) ?? this.#db.prepare(sql);
    this.#writes.set(sql, statement);
    const { changes } = statement.run(...parameters);
    if (write.rows !== undefined && changes !== write.rows) throw new Rejected(write.refusal);
  }

  #append(
    { correlation, causation: causedBy }: Cause,
    stream: Stream<unknown, Fact>,
    current: Current,
    facts: readonly DomainEvent[],
    events: Recorded<DomainEvent>[],
  ): void {
    const causation = causedBy ?? null;
    let { state, revision } = current;
    for (const fact of facts) {
      revision += 1;
      const position = this.#head.position + 1;
      const id = randomUUIDv7();
      const at = this.#now();
      const { type } = fact;
      const { version, data } = encode(this.#vault, stream.name, fact);
      const row = { position, stream: stream.name, revision, id, type, version, at, correlation, causation, data };
      const hash = chainHash(this.#head.hash, row);
      this.#log.insert(row, hash);
      this.#units.apply(stream.name, fact);
      this.#head = { position, hash };
      state = stream.type.evolve(state, fact);
      const event = { ...fact, position, stream: stream.name, revision, id, at, correlation, causation };
      events.push(event);
      for (const job of this.#jobs.causedBy(event)) this.#jobs.insert(job, at);
    }
    this.#staged.set(stream.name, { state, revision });
  }
}
