import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Recorded } from '#events/event.ts';
import { type DomainEvent, eventShapes } from '#events/registry.ts';
import { type Batch, type StreamState, decideBatch } from '../../batch.ts';
import type { Change, Committed, Streams } from '../../change.ts';
import { type JobSource, jobsCausedBy } from '../../jobs.ts';
import { type Head, chainHash } from '../../log/hash-chain.ts';
import { PersonalData } from '../../log/personal-data.ts';
import type { ProjectionSet } from '../../projections/projection-set.ts';
import type { CommitListener } from '../../store.ts';
import { writesOf } from '../batch-writes.ts';
import type { Idempotency } from '../idempotency.ts';
import { type Pending, acknowledge, enqueue, rejectAll } from '../pending-changes.ts';
import { readForBatch } from './batch-reads.ts';
import type { PooledConnection } from './connection.ts';
import { readAfter, readKeys } from './log.ts';
import { type Projections, readRows } from './projections.ts';
import { begin, runWrites, withConnection } from './transaction.ts';
import { isUnavailable } from './unavailable.ts';

/** Number of cached stream states, each of a few kilobytes. */
const CACHED_STREAMS = 5000;

const TAIL_EVENTS = 1000;

/** How often, in milliseconds, the outcome of a lost COMMIT is asked for, and how many times. */
const LOOK_UP_MS = 500;
const LOOK_UPS = 60;

/** On which machines hear of commits; the message is the position. */
export const CHANNEL = 'halfday';

const LOCK_HEAD = 'SELECT position, hash FROM head FOR UPDATE';

/** A batch, and the ends of the log before and after it. */
interface Done {
  readonly batch: Batch;
  readonly before: Head;
  readonly head: Head;
}

interface Parts {
  readonly pool: Pool;
  readonly projections: Projections;
  readonly jobSources: readonly JobSource[];
  readonly now: () => number;
  readonly idempotency: Idempotency;
  readonly head: Head;
  readonly onFailure: (error: unknown) => void;
  /** `before` is the end of the log before the events. */
  readonly onCommit: (commit: Parameters<CommitListener>, before: Head) => void;
}

/**
 * The only way to write events. Changes requested while a batch is on its way are the next batch: one transaction that locks the end of the
 * log, so that batches of all machines run one after another.
 */
export class Committer {
  readonly #parts: Parts;
  /** States as of `#head`. */
  readonly #states = new LRUCache<string, StreamState>({ max: CACHED_STREAMS });
  #head: Head;
  #queue: Pending[] = [];
  #running: Promise<void> | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#head = parts.head;
  }

  /** The end of the log, as this machine knows it. */
  get head(): Head {
    return this.#head;
  }

  change<S extends Streams>(change: Change<S>): Promise<Committed> {
    const committed = enqueue(this.#queue, change);
    this.#running ??= this.#run();
    return committed;
  }

  /** Rejects if the database accepts no writes. */
  async tryToWrite(): Promise<void> {
    await withConnection(this.#parts.pool, async (connection) => {
      await begin(connection, [LOCK_HEAD]);
      await connection.query('ROLLBACK');
    });
  }

  /** Resolves once everything that was requested is committed or refused. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    await endOfTurn();
    while (this.#queue.length > 0) await this.#tryTogether(this.#queue.splice(0));
    this.#running = null;
  }

  async #tryTogether(pending: readonly Pending[]): Promise<void> {
    const { now, onFailure, onCommit } = this.#parts;
    let done: Done;
    try {
      done = await this.#commit(pending.map(({ change }) => change));
    } catch (error) {
      onFailure(error);
      // A failed transaction has written nothing. Each change is repeated alone: one that fails or is refused fails no other.
      if (pending.length === 1 || isUnavailable(error)) rejectAll(pending, error);
      else for (const each of pending) await this.#tryTogether([each]);
      return;
    }
    acknowledge(pending, done.batch, now(), (...commit) => onCommit(commit, done.before));
  }

  /** Decides and commits, and once more if a transaction was lost before its COMMIT, as after this machine stood still. */
  async #commit(changes: readonly Change<Streams>[], isRepeated = false): Promise<Done> {
    let isBegun = false;
    let sent: Done | null = null;
    try {
      await withConnection(this.#parts.pool, async (connection) => {
        isBegun = true;
        const done = await this.#decideAndWrite(connection, changes);
        sent = done;
        await connection.query(`NOTIFY ${CHANNEL}, '${done.head.position}'; COMMIT`);
      });
    } catch (error) {
      if (!isBegun || !isUnavailable(error)) throw error;
      if (sent === null || !(await this.#isCommitted(sent, error))) {
        if (isRepeated) throw error;
        return this.#commit(changes, true);
      }
    }
    const done = sent!;
    this.#head = done.head;
    for (const [name, state] of done.batch.states) this.#states.set(name, state);
    return done;
  }

  async #decideAndWrite(connection: PooledConnection, changes: readonly Change<Streams>[]): Promise<Done> {
    const { projections, jobSources, now, idempotency } = this.#parts;
    const [heads, sets] = await begin(connection, [LOCK_HEAD, projections.lockServed]);
    const before = heads![0] as Head;
    await this.#advanceTo(connection, before);
    const set = await projections.catchUp(connection, sets![0] as ProjectionSet, before.position);
    const at = now();
    const batch = decideBatch(changes, {
      ...(await readForBatch(connection, changes, { states: this.#states, idempotency })),
      position: before.position,
      now: at,
      jobsOf: (event) => jobsCausedBy(jobSources, event),
    });
    const { events } = batch;
    const [found, keys, forgetting] = await Promise.all([
      readRows(connection, set, events),
      readKeys(connection, events.flatMap(personOf)),
      projections.forget(connection, events),
    ]);
    const folded = [...projections.fold(set, events, found).writes, ...forgetting];
    const personalData = new PersonalData(() => null).with(keys);
    const { writes, head } = writesOf(batch, { head: before, at, personalData, idempotency, folded });
    const { position, hash } = head;
    await runWrites(connection, [
      ...writes,
      { sql: 'UPDATE head SET position = ?, hash = ?', rows: events.length > 0 ? [[position, hash]] : [] },
    ]);
    return { batch, before, head };
  }

  /** Drops the states of streams that other machines changed; all, if the log has another history than this machine knows. */
  async #advanceTo(connection: PooledConnection, head: Head): Promise<void> {
    let known = this.#head;
    if (known.position === head.position && known.hash === head.hash) return;
    while (known.position < head.position) {
      const rows = await readAfter(connection, known.position, TAIL_EVENTS);
      if (rows.length === 0 || chainHash(known.hash, rows[0]!) !== rows[0]!.hash) break;
      for (const { stream } of rows) this.#states.delete(stream);
      known = rows.at(-1)!;
    }
    if (known.hash !== head.hash) this.#states.clear();
    this.#head = head;
  }

  /**
   * Whether a batch whose COMMIT was not answered is in the log. Asked under the lock, because the lost transaction may still be
   * committing. Throws `failure` if the database doesn't come back, or the batch has no events, because then nothing in the log would tell.
   */
  async #isCommitted({ batch, head }: Done, failure: unknown): Promise<boolean> {
    if (batch.events.length === 0) throw failure;
    for (let attempt = 1; attempt <= LOOK_UPS; attempt += 1) {
      try {
        return await withConnection(this.#parts.pool, async (connection) => {
          await begin(connection, [LOCK_HEAD]);
          const text = 'SELECT 1 FROM events WHERE position = $1 AND hash = $2';
          const { rows } = await connection.query(text, [head.position, head.hash]);
          await connection.query('ROLLBACK');
          return rows.length > 0;
        });
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        await pause(LOOK_UP_MS);
      }
    }
    throw failure;
  }
}

/** The person whose data an event has. */
function personOf(event: Recorded<DomainEvent>): string[] {
  return eventShapes[event.type].isPersonal ? [(event.data as { person: string }).person] : [];
}
