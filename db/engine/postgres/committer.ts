import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { fold } from '#events/event.ts';
import type { BatchReads } from '../../batch.ts';
import type { Change, Streams } from '../../change.ts';
import { type Job, canUpdate } from '../../jobs.ts';
import { decode } from '../../log/codec.ts';
import type { EventRow, Head } from '../../log/hash-chain.ts';
import { PersonalData } from '../../log/personal-data.ts';
import type { ProjectionSet } from '../../projections/projection-set.ts';
import type { Tables } from '../../tables.ts';
import { writesOf } from '../batch-writes.ts';
import { Committer, type CommitterParts, type CommittedTransaction } from '../committer.ts';
import type { Write } from '../write.ts';
import type { Connection, PooledConnection } from './connection.ts';
import { readKeys } from './log.ts';
import type { PostgresProjections } from './projections.ts';
import { begin, inTransaction, runPostgresWrites, withConnection } from './transaction.ts';
import { isUnavailable } from './unavailable.ts';

/** How often a lost COMMIT's outcome is looked up, and for how long. Then the caller must repeat the command with its key. */
const LOOK_UP_EVERY_MS = 500;
const LOOK_UP_FOR_MS = 2000;

/** Machines notify each other of commits here; the message is the position. */
export const CHANNEL = 'halfday';

const LOCK_HEAD = 'SELECT position, hash FROM head FOR UPDATE';

interface Parts extends CommitterParts {
  readonly pool: Pool;
  readonly projections: PostgresProjections;
}

/** Locks the row of `head` in each transaction, so that batches of all machines run one after another. */
export class PostgresCommitter extends Committer {
  readonly #parts: Parts;
  #committing = 0;

  constructor(parts: Parts, head: Head, secret: Buffer) {
    super(parts, head, secret);
    this.#parts = parts;
  }

  /** Whether a notification of this position is, or will be, one of this machine's own commits. */
  isOwn(position: number): boolean {
    return position <= Math.max(this.head.position, this.#committing);
  }

  /** Rejects if the database accepts no writes. */
  tryToWrite(): Promise<unknown> {
    return inTransaction(this.#parts.pool, (connection) => connection.query(LOCK_HEAD));
  }

  /** Retries once if the connection broke before COMMIT, for example after a suspend. */
  protected async commit(changes: readonly Change<Streams>[], isSecondAttempt = false): Promise<CommittedTransaction> {
    let hasConnection = false;
    let written: CommittedTransaction | null = null;
    try {
      await withConnection(this.#parts.pool, async (connection) => {
        hasConnection = true;
        const { writes, ...done } = await this.#decideLocked(connection, changes);
        const writing = runPostgresWrites(connection, writes);
        // Otherwise COMMIT needn't wait: it undoes a transaction with a failed statement.
        if (writes.some(({ check }) => check)) await writing;
        written = done;
        this.#committing = done.head.position;
        const committed = connection.query(`NOTIFY ${CHANNEL}, '${done.head.position}'; COMMIT`);
        // The error of a failed statement, not that of COMMIT after it.
        await Promise.allSettled([writing, committed]);
        await writing;
        await committed;
      });
    } catch (error) {
      if (!hasConnection || !isUnavailable(error)) throw error;
      if (written === null || !(await this.#isCommitted(written, error))) {
        if (isSecondAttempt) throw error;
        return this.commit(changes, true);
      }
    }
    return written!;
  }

  /** Locks the head, and returns what to write. */
  async #decideLocked(connection: PooledConnection, changes: readonly Change<Streams>[]) {
    const { projections, now } = this.#parts;
    // With one round trip. PostgreSQL reads after it has locked the head.
    const [[heads, sets], found] = await Promise.all([
      begin(connection, [LOCK_HEAD, projections.lockServedSql]),
      this.#readForBatch(connection, changes),
    ]);
    const before = heads![0] as Head;
    const reads = this.#adoptHead(before) ? await this.#readForBatch(connection, changes) : found;
    const set = await projections.foldUpTo(connection, sets![0] as ProjectionSet, before.position);
    const at = now();
    const batch = this.decide(changes, at, reads);
    const { events } = batch;
    const persons = new Set(events.flatMap(({ data }) => ('person' in data ? data.person : [])));
    for (const person of batch.newPersons) persons.delete(person);
    const [{ writes: folded }, keys] = await Promise.all([
      projections.fold(connection, set, events),
      readKeys(connection, [...persons]),
    ]);
    const personalData = new PersonalData(() => null).with(keys);
    const { writes, head } = writesOf(batch, { head: before, at, personalData, idempotency: this.idempotency, folded });
    const advance: Write = { sql: 'UPDATE head SET position = ?, hash = ?', rows: [[head.position, head.hash]] };
    return { batch, before, head, writes: events.length > 0 ? [...writes, advance] : writes };
  }

  /** Reads what the changes need and isn't cached, with one round trip. */
  async #readForBatch(
    connection: Connection,
    changes: readonly Change<Streams>[],
  ): Promise<Pick<BatchReads, 'stateOf' | 'answerTo' | 'canUpdate'>> {
    const { states, idempotency } = this;
    const streams = changes.flatMap((change) => Object.values(change.streams)).filter(({ isNew }) => !isNew);
    // Copied first: the cache may evict a state during the reads.
    const loaded = new Map(streams.map(({ name }) => [name, states.get(name)]));
    const uncached = [...loaded.keys()].filter((name) => !loaded.get(name));
    const keys = changes.flatMap(({ once }) => once?.key ?? []);
    const ids = changes.flatMap(({ updateJob }) => updateJob?.id ?? []);
    const read = async <Row extends object>(text: string, values: readonly unknown[]) =>
      values.length === 0 ? [] : (await connection.query<Row>(text, [values])).rows;
    const [events, answers, jobs] = await Promise.all([
      read<EventRow>('SELECT * FROM events WHERE stream = ANY($1) ORDER BY stream, revision', uncached),
      read<Tables['idempotency']>('SELECT * FROM idempotency WHERE key = ANY($1)', keys),
      read<Pick<Job, 'id' | 'state' | 'due' | 'leasedUntil'>>(
        'SELECT id, state, due, leased_until AS "leasedUntil" FROM jobs WHERE id = ANY($1) FOR UPDATE',
        ids,
      ),
    ]);
    const rows = Map.groupBy(events, ({ stream }) => stream);
    for (const { name, type } of streams) {
      const ownRows = rows.get(name) ?? [];
      const state = loaded.get(name) ?? { state: fold(type, ownRows.map(decode)), revision: ownRows.length };
      loaded.set(name, state);
      states.set(name, state);
    }
    const answerOf = new Map(answers.map((row) => [row.key, row]));
    const jobOf = new Map(jobs.map((row) => [row.id, row]));
    return {
      stateOf: ({ name }) => loaded.get(name)!,
      answerTo: (once) => idempotency.answerIn(answerOf.get(once.key), once),
      canUpdate: (update) => canUpdate(jobOf.get(update.id), update),
    };
  }

  /** Returns whether cached states were outdated. */
  #adoptHead(head: Head): boolean {
    if (head.hash === this.head.hash) return false;
    this.states.clear();
    this.advanceTo(head);
    return true;
  }

  protected failsEveryChange(error: unknown): boolean {
    return isUnavailable(error);
  }

  /** Under the lock, because the broken connection's process may still commit. Throws `failure` if this can't be found out. */
  async #isCommitted({ batch, head }: CommittedTransaction, failure: unknown): Promise<boolean> {
    // Without events, the log doesn't show it.
    if (batch.events.length === 0) throw failure;
    for (const end = performance.now() + LOOK_UP_FOR_MS; performance.now() < end; await pause(LOOK_UP_EVERY_MS)) {
      try {
        return await inTransaction(this.#parts.pool, async (connection) => {
          await connection.query(LOCK_HEAD);
          const text = 'SELECT 1 FROM events WHERE position = $1 AND hash = $2';
          return (await connection.query(text, [head.position, head.hash])).rows.length > 0;
        });
      } catch (error) {
        if (!isUnavailable(error)) throw error;
      }
    }
    throw failure;
  }
}
