import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { isForgetting } from '../../batch.ts';
import type { Head } from '../../log/hash-chain.ts';
import {
  type ProjectionSet,
  type Row,
  affectedRows,
  createIndexes,
  createTables,
  draftSuffix,
  foldInto,
  forgetIn,
} from '../../projections/projection-set.ts';
import type { Write } from '../write.ts';
import type { Connection, PooledConnection } from './connection.ts';
import { headOf, readAfter, revealRows } from './log.ts';
import { inTransaction, runPostgresWrites } from './transaction.ts';
import { postgresSql } from './schema.ts';

/** Events folded in one transaction. */
const STEP_EVENTS = 500;

/** How long, in milliseconds, other machines may read the tables that a rebuild replaced. */
const OLD_TABLES_KEPT_MS = 5000;

const IS_UNUSED = `seen_at < now() - interval '5 minutes'`;

interface LogStatus extends Head {
  readonly suffix: string | null;
  readonly folded_to: number;
  readonly is_stale: 0 | 1;
  readonly is_due: boolean;
  readonly has_others: boolean;
}

interface Parts {
  readonly pool: Pool;
  /** Prefix of the names of this release's sets. */
  readonly build: string;
  readonly report: (message: string, detail: unknown) => void;
}

/** The tables that are folded from events. Each build has its own, so that two releases run side by side. */
export class PostgresProjections {
  readonly #parts: Parts;
  #served: string;
  /** Whether machines of other releases may be recording events, which they don't fold into this build's tables. */
  #hasOthers = true;

  /** `served` is the table name suffix of the set that queries read. */
  constructor(parts: Parts, served = parts.build) {
    this.#parts = parts;
    this.#served = served;
  }

  /** Table name suffix of the set that queries read. */
  get suffix(): string {
    return this.#served;
  }

  /** Locks the set that machines of this build read. */
  get lockServed(): string {
    return `SELECT * FROM projection_sets WHERE is_served = 1 AND starts_with(suffix, '${this.#parts.build}') FOR UPDATE`;
  }

  /** Creates the set of this build if it is missing, and folds the events that it lacks. */
  async open(): Promise<void> {
    const { pool, build } = this.#parts;
    this.#served = await inTransaction(pool, async (connection) => {
      // Two machines that start at the same time would both create the tables.
      await connection.query(`SELECT pg_advisory_xact_lock(hashtext('projection_sets'))`);
      const { rows } = await connection.query<ProjectionSet>(this.lockServed);
      if (!rows[0]) await create(connection, build, true);
      await this.#renew(connection);
      return rows[0]?.suffix ?? build;
    });
    await this.#foldAll(this.#served);
  }

  async #renew(connection: Connection): Promise<void> {
    const text = 'UPDATE projection_sets SET seen_at = now() WHERE starts_with(suffix, $1)';
    await connection.query(text, [this.#parts.build]);
  }

  /**
   * Folds what other releases recorded, and reads another set if a rebuild of another machine serves one. Resolves with the end of the log,
   * and whether an event could not be folded. Machines renew the sets of their build each minute. Any machine drops a set that was not
   * renewed for five minutes.
   */
  async readLogStatus(connection: Connection = this.#parts.pool): Promise<Head & { readonly isStale: boolean }> {
    const { pool, build } = this.#parts;
    const { rows } = await connection.query<LogStatus>(
      `SELECT position, hash, suffix, folded_to, is_stale,
         seen_at < now() - interval '1 minute' OR EXISTS (SELECT 1 FROM projection_sets WHERE ${IS_UNUSED}) AS is_due,
         EXISTS (SELECT 1 FROM projection_sets WHERE NOT starts_with(suffix, '${build}')) AS has_others
       FROM head LEFT JOIN projection_sets ON is_served = 1 AND starts_with(suffix, '${build}')`,
    );
    const { position, hash, suffix, folded_to, is_stale, is_due, has_others } = rows[0]!;
    this.#hasOthers = has_others;
    if (suffix === null) await this.open();
    else {
      this.#served = suffix;
      if (folded_to < position) await this.#foldAll(suffix);
    }
    if (is_due) {
      await this.#renew(pool);
      await this.#drop(IS_UNUSED);
    }
    return { position, hash, isStale: is_stale === 1 };
  }

  /** Resolves when queries read all that was acknowledged before, by any release. */
  async caughtUp(): Promise<void> {
    if (this.#hasOthers) await this.readLogStatus();
  }

  /** Folds what a set lacks, in several transactions, unless `shouldStop`. Resolves with whether the set is caught up. */
  async #foldAll(suffix: string, shouldStop: (set: ProjectionSet) => boolean = () => false): Promise<boolean> {
    for (;;) {
      const { before, after } = await inTransaction(this.#parts.pool, async (connection) => {
        const locked = await lock(connection, suffix);
        return { before: locked, after: await this.#foldNext(connection, locked) };
      });
      if (shouldStop(after)) return false;
      if (after.folded_to - before.folded_to < STEP_EVENTS) return true;
    }
  }

  /** Folds the next events of the log into a locked set. */
  async #foldNext(connection: PooledConnection, set: ProjectionSet): Promise<ProjectionSet> {
    const events = await revealRows(connection, await readAfter(connection, set.folded_to, STEP_EVENTS));
    const { writes, after } = this.fold(set, events, await readRows(connection, set, events));
    await runPostgresWrites(connection, writes);
    return after;
  }

  /** Folds the events that a locked set lacks, because a machine of another release recorded them. */
  async catchUp(connection: PooledConnection, set: ProjectionSet, position: number): Promise<ProjectionSet> {
    let caughtUp = set;
    while (caughtUp.folded_to < position) caughtUp = await this.#foldNext(connection, caughtUp);
    this.#served = set.suffix;
    return caughtUp;
  }

  /** What must be written so that a locked set includes events, given the rows that they concern. */
  fold(set: ProjectionSet, events: readonly Recorded<DomainEvent>[], found: FoundRows) {
    const { report } = this.#parts;
    return foldInto(set, events, { read: (table, key) => found.get(table)?.get(key) ?? null, report });
  }

  /** Forgets persons in all sets of this build, also in one that a rebuild fills. */
  async forget(connection: Connection, events: readonly Recorded<DomainEvent>[]): Promise<Write[]> {
    if (!events.some(isForgetting)) return [];
    const text = 'SELECT * FROM projection_sets WHERE starts_with(suffix, $1)';
    const { rows } = await connection.query<ProjectionSet>(text, [this.#parts.build]);
    return rows.flatMap((set) => forgetIn(set, events));
  }

  async rebuild(signal: AbortSignal): Promise<boolean> {
    const { pool, build } = this.#parts;
    const old = this.#served;
    const draft = draftSuffix(build, old);
    await this.#drop('suffix = $1', draft);
    await inTransaction(pool, (connection) => create(connection, draft, false));
    if (!(await this.#foldAll(draft, ({ is_stale }) => is_stale === 1 || signal.aborted))) {
      await this.#drop('suffix = $1', draft);
      return false;
    }
    await inTransaction(pool, async (connection) => {
      await connection.query('SELECT 1 FROM head FOR UPDATE');
      const { position } = await headOf(connection);
      await this.catchUp(connection, await lock(connection, draft), position);
      const serve = 'UPDATE projection_sets SET is_served = CASE WHEN suffix = $1 THEN 1 ELSE 0 END';
      await connection.query(`${serve} WHERE suffix IN ($1, $2)`, [draft, old]);
    });
    await pause(OLD_TABLES_KEPT_MS, undefined, { signal }).catch(() => {});
    await this.#drop('suffix = $1', old);
    return true;
  }

  /** Drops sets. Another release may have other projections, so their tables are found by their names. */
  #drop(condition: string, ...values: string[]): Promise<void> {
    return inTransaction(this.#parts.pool, async (connection) => {
      const dropped = await connection.query<{ table: string }>(
        `WITH dropped AS (DELETE FROM projection_sets WHERE ${condition} RETURNING suffix)
         SELECT quote_ident(tablename) AS table FROM pg_tables JOIN dropped ON right(tablename, length(suffix) + 1) = '_' || suffix
         WHERE schemaname = current_schema()`,
        values,
      );
      const tables = dropped.rows.map(({ table }) => table);
      if (tables.length > 0) await connection.query(`DROP TABLE ${tables.join(', ')}`);
    });
  }
}

async function create(connection: Connection, suffix: string, isServed: boolean): Promise<void> {
  const set = { suffix };
  await connection.query([...createTables(set), ...createIndexes(set)].map(postgresSql).join(';'));
  const row = 'INSERT INTO projection_sets (suffix, folded_to, is_served, is_stale) VALUES ($1, 0, $2, 0)';
  await connection.query(row, [suffix, isServed ? 1 : 0]);
}

async function lock(connection: Connection, suffix: string): Promise<ProjectionSet> {
  const text = 'SELECT * FROM projection_sets WHERE suffix = $1 FOR UPDATE';
  return (await connection.query<ProjectionSet>(text, [suffix])).rows[0]!;
}

/** Rows of each table by their key. */
type FoundRows = ReadonlyMap<string, ReadonlyMap<string, Row>>;

/** Reads the rows of a set that events concern, with one round trip. */
export async function readRows(
  connection: Connection,
  set: ProjectionSet,
  events: readonly Recorded<DomainEvent>[],
): Promise<FoundRows> {
  const found = affectedRows(set, events).map(async ({ table, key, keys }) => {
    const { rows } = await connection.query<Row>(`SELECT * FROM ${table} WHERE ${key} = ANY($1)`, [keys]);
    return [table, new Map(rows.map((row) => [row[key] as string, row]))] as const;
  });
  return new Map(await Promise.all(found));
}
