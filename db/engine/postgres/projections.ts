import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { isForgetting } from '../../batch.ts';
import { PROJECTIONS_BUILD } from '../../projections/projections-build.ts';
import type { Connection } from './connection.ts';
import { readAfter, revealRows } from './log.ts';
import { ProjectionTables } from './projection-tables.ts';
import { type Part, readTogether, writeTogether } from './statement.ts';
import { inTransaction } from './transaction.ts';
import { postgresSql } from './types.ts';

/** Events folded in one transaction. */
const STEP_EVENTS = 1000;

/** How long, in milliseconds, other machines may read the tables that a rebuild replaced. */
const LEFT_MS = 5000;

/** A row of `projection_sets`. */
export interface SetRow {
  readonly suffix: string;
  readonly folded_to: number;
  readonly is_served: 0 | 1;
  readonly is_stale: 0 | 1;
}

/** Locks the set that machines of this build read. */
export const LOCK_SERVED = `SELECT * FROM projection_sets
  WHERE is_served = 1 AND starts_with(suffix, '${PROJECTIONS_BUILD}') FOR UPDATE`;

interface Parts {
  readonly pool: Pool;
  readonly report: (message: string, detail: unknown) => void;
  /** Called when an event could not be folded: the served set needs a rebuild. */
  readonly onStale: () => void;
}

/** The tables that are folded from events. Each build has its own, so that two releases run side by side. */
export class Projections {
  readonly #parts: Parts;
  #served: string;

  /** `served` ends the names of the tables that queries read. */
  constructor(parts: Parts, served = PROJECTIONS_BUILD) {
    this.#parts = parts;
    this.#served = served;
  }

  /** Ends the names of the tables that queries read. */
  get suffix(): string {
    return this.#served;
  }

  /** Creates the set of this build where it is missing, and folds the events that it lacks. Resolves with the end of its tables' names. */
  async open(): Promise<string> {
    const { pool } = this.#parts;
    const served = await pool.query<SetRow>(LOCK_SERVED.replace('FOR UPDATE', ''));
    const { suffix } = served.rows[0] ?? { suffix: PROJECTIONS_BUILD };
    await this.#create(suffix, true);
    this.#served = suffix;
    while (!(await this.#foldNext(suffix)).isEnd);
    return suffix;
  }

  async #create(suffix: string, isServed: boolean): Promise<void> {
    const tables = new ProjectionTables(suffix);
    await inTransaction(this.#parts.pool, async (connection) => {
      // Two machines that start at the same time would both create the tables.
      await connection.query(`SELECT pg_advisory_xact_lock(hashtext('projection_sets'))`);
      await connection.query(tables.definitions().map(postgresSql).join(';'));
      const row = 'INSERT INTO projection_sets (suffix, folded_to, is_served, is_stale) VALUES ($1, 0, $2, 0)';
      await connection.query(`${row} ON CONFLICT (suffix) DO NOTHING`, [suffix, isServed ? 1 : 0]);
    });
  }

  /** Folds the next events of the log into a set, in a transaction of its own. */
  #foldNext(suffix: string): Promise<{ readonly isEnd: boolean; readonly isStale: boolean }> {
    return inTransaction(this.#parts.pool, async (connection) => {
      const locked = await connection.query<SetRow>('SELECT * FROM projection_sets WHERE suffix = $1 FOR UPDATE', [
        suffix,
      ]);
      const set = locked.rows[0]!;
      if (set.is_stale === 1) return { isEnd: true, isStale: true };
      const rows = await readAfter(connection, set.folded_to, STEP_EVENTS);
      if (rows.length === 0) return { isEnd: true, isStale: false };
      const events = await revealRows(connection, rows);
      const tables = new ProjectionTables(suffix);
      const found = await readTogether(connection, tables.reads(events));
      const { parts, isStale } = this.fold(set, events, found);
      await writeTogether(connection, parts);
      return { isEnd: isStale || rows.length < STEP_EVENTS, isStale };
    });
  }

  /** Folds the events that the set of a batch lacks, because a machine of another release recorded them. */
  async catchUp(connection: Connection, set: SetRow, position: number): Promise<SetRow> {
    let { folded_to } = set;
    while (set.is_stale === 0 && folded_to < position) {
      const rows = await readAfter(connection, folded_to, STEP_EVENTS);
      const events = await revealRows(connection, rows);
      const tables = new ProjectionTables(set.suffix);
      const { parts } = this.fold(set, events, await readTogether(connection, tables.reads(events)));
      await writeTogether(connection, parts);
      folded_to = rows.at(-1)!.position;
    }
    this.#served = set.suffix;
    return { ...set, folded_to };
  }

  /** What must be written so that a set includes these events, given the result of its reads. */
  fold(
    set: SetRow,
    events: readonly Recorded<DomainEvent>[],
    found: Readonly<Record<string, unknown>>,
  ): { readonly parts: Part[]; readonly isStale: boolean } {
    const last = events.at(-1);
    if (!last) return { parts: [], isStale: false };
    let isStale = set.is_stale === 1;
    const parts = new ProjectionTables(set.suffix).fold(events, found, (projection, { position }, err) => {
      if (!isStale) this.#parts.report('projection stale', { projection, position, err });
      isStale = true;
    });
    if (isStale && set.is_stale === 0) this.#parts.onStale();
    const change = isStale ? 'is_stale = 1' : `folded_to = ${last.position}`;
    const sql = `UPDATE projection_sets SET ${change} WHERE suffix = $?`;
    return { parts: [...parts, { name: 'folded', sql, value: set.suffix }], isStale };
  }

  /** Removes what events don't remove when persons are forgotten, also from a set that a rebuild fills. */
  async forget(connection: Connection, events: readonly Recorded<DomainEvent>[]): Promise<void> {
    const forgotten = events.filter(isForgetting);
    if (forgotten.length === 0) return;
    const sets = await connection.query<SetRow>(`SELECT * FROM projection_sets WHERE starts_with(suffix, $1)`, [
      PROJECTIONS_BUILD,
    ]);
    for (const { suffix } of sets.rows)
      for (const statement of new ProjectionTables(suffix).forgetting())
        for (const { data } of forgotten) await connection.query(statement, [data.person]);
  }

  /** Folds the whole log into a new set while machines serve requests, and then serves queries from it. */
  async rebuild(signal: AbortSignal): Promise<boolean> {
    const { pool } = this.#parts;
    const old = this.#served;
    const draft = old === PROJECTIONS_BUILD ? `${PROJECTIONS_BUILD}_2` : PROJECTIONS_BUILD;
    await this.#drop(draft);
    await this.#create(draft, false);
    for (;;) {
      const { isEnd, isStale } = await this.#foldNext(draft);
      if (isStale || signal.aborted) {
        await this.#drop(draft);
        return false;
      }
      if (isEnd) break;
    }
    await inTransaction(pool, async (connection) => {
      const head = await connection.query<{ position: number }>('SELECT position FROM head FOR UPDATE');
      const sets = await connection.query<SetRow>('SELECT * FROM projection_sets WHERE suffix = $1 FOR UPDATE', [
        draft,
      ]);
      await this.catchUp(connection, sets.rows[0]!, head.rows[0]!.position);
      const serve = 'UPDATE projection_sets SET is_served = CASE WHEN suffix = $1 THEN 1 ELSE 0 END';
      await connection.query(`${serve} WHERE suffix IN ($1, $2)`, [draft, old]);
    });
    await pause(LEFT_MS, undefined, { signal }).catch(() => {});
    await this.#drop(old);
    return true;
  }

  /** Reads the tables of another set if a rebuild of another machine serves one. */
  async refresh(): Promise<void> {
    const served = await this.#parts.pool.query<SetRow>(LOCK_SERVED.replace('FOR UPDATE', ''));
    this.#served = served.rows[0]?.suffix ?? this.#served;
  }

  #drop(suffix: string): Promise<void> {
    return inTransaction(this.#parts.pool, async (connection) => {
      await connection.query(new ProjectionTables(suffix).drops().join(';'));
      await connection.query('DELETE FROM projection_sets WHERE suffix = $1', [suffix]);
    });
  }
}
