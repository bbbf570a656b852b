import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Recorded } from '#events/event.ts';
import { type DomainEvent, eventShapes } from '#events/registry.ts';
import type { Change, Streams } from '../../change.ts';
import { type Head, chainHash } from '../../log/hash-chain.ts';
import { PersonalData } from '../../log/personal-data.ts';
import type { ProjectionSet } from '../../projections/projection-set.ts';
import { writesOf } from '../batch-writes.ts';
import { Committer, type CommitterParts, type CommittedTransaction } from '../committer.ts';
import { readForBatch } from './batch-reads.ts';
import type { PooledConnection } from './connection.ts';
import { PAGE_SIZE, readAfter, readKeys } from './log.ts';
import { type PostgresProjections, readRows } from './projections.ts';
import { begin, runPostgresWrites, withConnection } from './transaction.ts';
import { isUnavailable } from './unavailable.ts';

/** How often, in milliseconds, the outcome of a lost COMMIT is asked for, and how many times. */
const LOOK_UP_MS = 500;
const LOOK_UPS = 60;

/** The channel on which machines notify each other of commits; the message is the position. */
export const CHANNEL = 'halfday';

const LOCK_HEAD = 'SELECT position, hash FROM head FOR UPDATE';

interface Parts extends CommitterParts {
  readonly pool: Pool;
  readonly projections: PostgresProjections;
}

/** Commits each batch in a transaction that locks the end of the log, so that batches of all machines run one after another. */
export class PostgresCommitter extends Committer {
  readonly #parts: Parts;

  constructor(parts: Parts, head: Head, secret: Buffer) {
    super(parts, head, secret);
    this.#parts = parts;
  }

  /** Rejects if the database accepts no writes. */
  async tryToWrite(): Promise<void> {
    await withConnection(this.#parts.pool, async (connection) => {
      await begin(connection, [LOCK_HEAD]);
      await connection.query('ROLLBACK');
    });
  }

  /** Retries once if the connection broke before COMMIT, for example after a suspend. */
  protected async commit(changes: readonly Change<Streams>[], isRepeated = false): Promise<CommittedTransaction> {
    let hasConnection = false;
    let sent: CommittedTransaction | null = null;
    try {
      await withConnection(this.#parts.pool, async (connection) => {
        hasConnection = true;
        const done = await this.#decideAndWrite(connection, changes);
        sent = done;
        await connection.query(`NOTIFY ${CHANNEL}, '${done.head.position}'; COMMIT`);
      });
    } catch (error) {
      if (!hasConnection || !isUnavailable(error)) throw error;
      if (sent === null || !(await this.#isCommitted(sent, error))) {
        if (isRepeated) throw error;
        return this.commit(changes, true);
      }
    }
    return sent!;
  }

  async #decideAndWrite(
    connection: PooledConnection,
    changes: readonly Change<Streams>[],
  ): Promise<CommittedTransaction> {
    const { projections, now } = this.#parts;
    const { idempotency, states } = this;
    const [heads, sets] = await begin(connection, [LOCK_HEAD, projections.lockServed]);
    const before = heads![0] as Head;
    await this.#dropChangedStates(connection, before);
    const set = await projections.catchUp(connection, sets![0] as ProjectionSet, before.position);
    const at = now();
    const batch = this.decide(changes, at, await readForBatch(connection, changes, states, idempotency));
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
    await runPostgresWrites(connection, [
      ...writes,
      { sql: 'UPDATE head SET position = ?, hash = ?', rows: events.length > 0 ? [[position, hash]] : [] },
    ]);
    return { batch, before, head };
  }

  /** Drops the states of streams that other machines changed; all, if the log has another history than this machine knows. */
  async #dropChangedStates(connection: PooledConnection, head: Head): Promise<void> {
    let known = this.head;
    if (known.position === head.position && known.hash === head.hash) return;
    while (known.position < head.position) {
      const rows = await readAfter(connection, known.position, PAGE_SIZE);
      if (rows.length === 0 || chainHash(known.hash, rows[0]!) !== rows[0]!.hash) break;
      for (const { stream } of rows) this.states.delete(stream);
      known = rows.at(-1)!;
    }
    if (known.hash !== head.hash) this.states.clear();
    this.advanceTo(head);
  }

  protected isFatalForAll(error: unknown): boolean {
    return isUnavailable(error);
  }

  /**
   * Whether a batch whose COMMIT was not answered is in the log. Asked under the lock, because the lost transaction may still be
   * committing. Throws `failure` if the database doesn't come back, or the batch has no events, because then nothing in the log would tell.
   */
  async #isCommitted({ batch, head }: CommittedTransaction, failure: unknown): Promise<boolean> {
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
