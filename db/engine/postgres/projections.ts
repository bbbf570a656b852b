import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Head } from '../../log/hash-chain.ts';
import {
  type ProjectionSet,
  type Row,
  affectedRows,
  createIndexes,
  createTables,
  draftSuffix,
  foldInto,
} from '../../projections/projection-set.ts';
import type { Connection, PooledConnection } from './connection.ts';
import { readAfter, revealRows } from './log.ts';
import { inTransaction, runPostgresWrites } from './transaction.ts';
import { postgresSql } from './schema.ts';

const STEP_EVENTS = 500;

/** How long other machines may read the tables that a rebuild replaced. */
const OLD_TABLES_KEPT_MS = 5000;

const UNUSED_CONDITION = `seen_at < now() - interval '5 minutes'`;

type ServedSet = ProjectionSet & { readonly has_others?: boolean };

interface Parts {
  readonly pool: Pool;
  readonly build: string;
  readonly report: (message: string, detail: unknown) => void;
}

/** Each build has its own tables, so that two releases run side by side. */
export class PostgresProjections {
  readonly #parts: Parts;
  readonly #hasOthersSql: string;
  readonly lockServedSql: string;
  suffix: string;
  /** Whether another release runs: its events must be folded into these tables before a query. */
  #hasOthers = true;

  constructor(parts: Parts, served = parts.build) {
    this.#parts = parts;
    this.suffix = served;
    this.#hasOthersSql = `EXISTS (SELECT 1 FROM projection_sets WHERE NOT starts_with(suffix, '${parts.build}')) AS has_others`;
    this.lockServedSql = `SELECT *, ${this.#hasOthersSql} FROM projection_sets WHERE is_served = 1 AND starts_with(suffix, '${parts.build}') FOR UPDATE`;
  }

  async open(): Promise<void> {
    const { pool, build } = this.#parts;
    this.suffix = await inTransaction(pool, async (connection) => {
      // Two machines that start at the same time would both create the tables.
      await connection.query(`SELECT pg_advisory_xact_lock(hashtext('projection_sets'))`);
      const { rows } = await connection.query<ProjectionSet>(this.lockServedSql);
      if (!rows[0]) await create(connection, build, true);
      await this.#markInUse(connection);
      return rows[0]?.suffix ?? build;
    });
    await this.#foldAll(this.suffix);
  }

  #markInUse(connection: Connection) {
    const text = 'UPDATE projection_sets SET seen_at = now() WHERE starts_with(suffix, $1)';
    return connection.query(text, [this.#parts.build]);
  }

  /**
   * Also folds other releases' events, switches to another machine's rebuilt set, and drops sets of builds that no machine
   * renews.
   */
  async followLog(connection: Connection = this.#parts.pool): Promise<Head & { readonly isStale: boolean }> {
    const { pool, build } = this.#parts;
    type LogStatus = Head & ProjectionSet & { readonly is_upkeep_due: boolean; readonly has_others: boolean };
    const { rows } = await connection.query<{ [Column in keyof LogStatus]: LogStatus[Column] }>(
      `SELECT position, hash, suffix, folded_to, is_stale,
         seen_at < now() - interval '1 minute' OR EXISTS (SELECT 1 FROM projection_sets WHERE ${UNUSED_CONDITION}) AS is_upkeep_due,
         ${this.#hasOthersSql}
       FROM head LEFT JOIN projection_sets ON is_served = 1 AND starts_with(suffix, '${build}')`,
    );
    const { position, hash, suffix, folded_to, is_stale, is_upkeep_due, has_others } = rows[0]!;
    this.#hasOthers = has_others;
    this.suffix = suffix ?? build;
    if (suffix === null) await this.open();
    else if (folded_to < position) await this.#foldAll(suffix);
    if (is_upkeep_due) {
      await this.#markInUse(pool);
      await this.#drop(UNUSED_CONDITION);
    }
    return { position, hash, isStale: is_stale === 1 };
  }

  /** Resolves when queries read all acknowledged events, of any release. */
  async untilCurrent(): Promise<void> {
    if (this.#hasOthers) await this.followLog();
  }

  /** In several transactions. Resolves with false if `shouldStop` ended it. */
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

  async #foldNext(connection: PooledConnection, set: ProjectionSet): Promise<ProjectionSet> {
    const events = await revealRows(connection, await readAfter(connection, set.folded_to, STEP_EVENTS));
    const { writes, after } = await this.fold(connection, set, events);
    await runPostgresWrites(connection, writes);
    return after;
  }

  async foldUpTo(connection: PooledConnection, set: ServedSet, position: number): Promise<ProjectionSet> {
    let current: ProjectionSet = set;
    this.#hasOthers = set.has_others ?? this.#hasOthers;
    while (current.folded_to < position) current = await this.#foldNext(connection, current);
    this.suffix = set.suffix;
    return current;
  }

  /** The writes that add events to a locked set. Reads the affected rows with one round trip. */
  async fold(connection: Connection, set: ProjectionSet, events: readonly Recorded<DomainEvent>[]) {
    const found = affectedRows(set, events).map(async ({ table, key, keys }) => {
      const { rows } = await connection.query<Row>(`SELECT * FROM ${table} WHERE ${key} = ANY($1)`, [keys]);
      return [table, new Map(rows.map((row) => [row[key] as string, row]))] as const;
    });
    const rowsOf = new Map(await Promise.all(found));
    const read = (table: string, key: string) => rowsOf.get(table)?.get(key) ?? null;
    return foldInto(set, events, { read, report: this.#parts.report });
  }

  async rebuild(signal: AbortSignal): Promise<boolean> {
    const { pool, build } = this.#parts;
    const old = this.suffix;
    const draft = draftSuffix(build, old);
    await this.#drop('suffix = $1', draft);
    await inTransaction(pool, (connection) => create(connection, draft, false));
    const isFolded = await this.#foldAll(draft, ({ is_stale }) => is_stale === 1 || signal.aborted);
    if (isFolded) {
      await this.#serve(draft, old);
      await pause(OLD_TABLES_KEPT_MS, undefined, { signal }).catch(() => {});
    }
    await this.#drop('suffix = $1', isFolded ? old : draft);
    return isFolded;
  }

  #serve(draft: string, old: string): Promise<void> {
    return inTransaction(this.#parts.pool, async (connection) => {
      const heads = await connection.query<Head>('SELECT position, hash FROM head FOR UPDATE');
      await this.foldUpTo(connection, await lock(connection, draft), heads.rows[0]!.position);
      const serve = 'UPDATE projection_sets SET is_served = CASE WHEN suffix = $1 THEN 1 ELSE 0 END';
      await connection.query(`${serve} WHERE suffix IN ($1, $2)`, [draft, old]);
    });
  }

  /** Another release may have other projections, so their tables are found by their names. */
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
  await connection.query([...createTables({ suffix }), ...createIndexes({ suffix })].map(postgresSql).join(';'));
  const row = 'INSERT INTO projection_sets (suffix, folded_to, is_served, is_stale) VALUES ($1, 0, $2, 0)';
  await connection.query(row, [suffix, isServed ? 1 : 0]);
}

async function lock(connection: Connection, suffix: string): Promise<ProjectionSet> {
  const text = 'SELECT * FROM projection_sets WHERE suffix = $1 FOR UPDATE';
  return (await connection.query<ProjectionSet>(text, [suffix])).rows[0]!;
}
