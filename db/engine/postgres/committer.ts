import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Recorded } from '#events/event.ts';
import { type DomainEvent, eventShapes } from '#events/registry.ts';
import { type Batch, type StreamState, decideBatch } from '../../batch.ts';
import { type Change, type Committed, type Streams, anyChange } from '../../change.ts';
import type { JobSource } from '../../jobs.ts';
import { type Head, chainHash } from '../../log/hash-chain.ts';
import { newPersonKey } from '../../log/personal-data.ts';
import { BatchRows } from './batch-rows.ts';
import { applyBatch } from './apply-batch.ts';
import { type Connection } from './connection.ts';
import { isUnavailable } from './unavailable.ts';
import { personalDataWith, readAfter, readKeys } from './log.ts';
import { ProjectionTables } from './projection-tables.ts';
import type { Projections, SetRow } from './projections.ts';
import { readTogether } from './statement.ts';
import { begin, withConnection } from './transaction.ts';

/** Number of cached stream states, each of a few kilobytes. */
const CACHED_STREAMS = 5000;

const TAIL_EVENTS = 1000;

/** How often, in milliseconds, the outcome of a lost COMMIT is asked for, and how many times. */
const LOOK_UP_MS = 500;
const LOOK_UPS = 60;

/** On which machines hear of commits; the message is the position. */
export const CHANNEL = 'halfday';

const LOCK_HEAD = 'SELECT position, hash FROM head FOR UPDATE';

interface Pending {
  readonly change: Change<Streams>;
  readonly resolve: (committed: Committed) => void;
  readonly reject: (reason: unknown) => void;
}

interface Parts {
  readonly pool: Pool;
  readonly projections: Projections;
  readonly jobSources: readonly JobSource[];
  readonly now: () => number;
  /** The secret of idempotency keys, hexadecimal. */
  readonly secret: string;
  readonly head: Head;
  readonly onFailure: (error: unknown) => void;
  /** `before` is the end of the log before the events. */
  readonly onCommit: (events: readonly Recorded<DomainEvent>[], mayHaveDueJobs: boolean, before: Head) => void;
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
    return new Promise((resolve, reject) => {
      this.#queue.push({ change: anyChange(change), resolve, reject });
      this.#running ??= this.#run();
    });
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

  async #tryTogether(batch: readonly Pending[]): Promise<void> {
    let done: Batch & { readonly before: Head };
    try {
      done = await this.#commit(batch.map(({ change }) => change));
    } catch (error) {
      this.#parts.onFailure(error);
      // A failed transaction has written nothing. Each change is repeated alone: one that fails or is refused fails no other.
      if (batch.length === 1 || isUnavailable(error)) for (const { reject } of batch) reject(error);
      else for (const each of batch) await this.#tryTogether([each]);
      return;
    }
    try {
      const { events, jobUpdates, newJobs, before } = done;
      if (events.length > 0 || jobUpdates.length > 0 || newJobs.length > 0) {
        const now = this.#parts.now();
        this.#parts.onCommit(events, jobUpdates.length > 0 || newJobs.some(({ due }) => due <= now), before);
      }
    } finally {
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = done.outcomes[index]!;
        if ('committed' in outcome) resolve(outcome.committed);
        else reject(outcome.error);
      });
    }
  }

  /** Decides and commits, and once more if a transaction was lost before its COMMIT, as after this machine stood still. */
  async #commit(changes: readonly Change<Streams>[], isRepeated = false): Promise<Batch & { readonly before: Head }> {
    const { pool } = this.#parts;
    let isBegun = false;
    let sent: { readonly batch: Batch; readonly head: Head } | null = null;
    try {
      await withConnection(pool, async (connection) => {
        isBegun = true;
        const done = await this.#decideAndApply(connection, changes);
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
    const { batch, head } = sent!;
    const before = this.#head;
    this.#head = head;
    for (const [name, state] of batch.states) this.#states.set(name, state);
    return { ...batch, before };
  }

  async #decideAndApply(connection: Connection, changes: readonly Change<Streams>[]) {
    const { projections, jobSources, now, secret } = this.#parts;
    const [heads, sets] = await begin(connection, [LOCK_HEAD, projections.lockServed]);
    await this.#advanceTo(connection, heads![0] as Head);
    const set = await projections.catchUp(connection, sets![0] as SetRow, this.#head.position);
    const names = changes.flatMap(({ streams }) => Object.values(streams).map(({ name }) => name));
    const known = new Map(names.flatMap((name) => [[name, this.#states.get(name)] as const]).filter(isKnown));
    const rows = await BatchRows.load(connection, changes, known, secret);
    const at = now();
    const batch = decideBatch(changes, rows.committable(this.#head.position, at, jobSources));
    const newKeys = new Map(batch.newPersons.map((person) => [person, newPersonKey()]));
    const persons = batch.events.flatMap((event) => personOf(event) ?? []).filter((person) => !newKeys.has(person));
    const tables = new ProjectionTables(set.suffix);
    const { keys, ...found } = await readTogether(connection, [
      ...tables.reads(batch.events),
      ...(persons.length > 0 ? [readKeys(persons)] : []),
    ]);
    const head = await applyBatch(connection, batch, {
      before: this.#head,
      at,
      secret,
      newKeys,
      personalData: personalDataWith(keys, newKeys),
      folded: projections.fold(set, batch.events, found).parts,
      updated: (update) => rows.updated(update),
    });
    await projections.forget(connection, batch.events);
    return { batch, head };
  }

  /** Drops the states of streams that other machines changed; all, if the log has another history than this machine knows. */
  async #advanceTo(connection: Connection, head: Head): Promise<void> {
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
  async #isCommitted(
    { batch, head }: { readonly batch: Batch; readonly head: Head },
    failure: unknown,
  ): Promise<boolean> {
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

const isKnown = (entry: readonly [string, StreamState | undefined]): entry is readonly [string, StreamState] =>
  entry[1] !== undefined;

function personOf(event: Recorded<DomainEvent>): string | null {
  return eventShapes[event.type].isPersonal ? (event.data as { person: string }).person : null;
}
