import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { isForgetting } from '../../batch.ts';
import type { Head } from '../../log/hash-chain.ts';
import type { Connection } from './connection.ts';
import { readAfter, revealRows } from './log.ts';
import { ProjectionTables, dropTables } from './projection-tables.ts';
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
  readonly is_stale: 0 | 1;
}

/** Machines renew the sets of their build each minute. A set that was not renewed for five minutes is dropped by any machine. */
const LOOK = (build: string) => `SELECT position, hash, suffix, folded_to,
    seen_at < now() - interval '1 minute' OR EXISTS (SELECT 1 FROM projection_sets WHERE ${IS_UNUSED}) AS is_due,
    EXISTS (SELECT 1 FROM projection_sets WHERE NOT starts_with(suffix, '${build}')) AS has_others
  FROM head LEFT JOIN projection_sets ON is_served = 1 AND starts_with(suffix, '${build}')`;

const IS_UNUSED = `seen_at < now() - interval '5 minutes'`;

type Sight = Head & {
  readonly suffix: string | null;
  readonly folded_to: number;
  readonly is_due: boolean;
  readonly has_others: boolean;
};

interface Parts {
  readonly pool: Pool;
  /** Begins the names of this release's sets. */
  readonly build: string;
  readonly report: (message: string, detail: unknown) => void;
  /** Called when an event could not be folded: the served set needs a rebuild. */
  readonly onStale: () => void;
}

/** The tables that are folded from events. Each build has its own, so that two releases run side by side. */
export class Projections {
  readonly #parts: Parts;
  #served: string;
  /** Whether machines of other releases may be recording events, which they don't fold into this build's tables. */
  #hasOthers = true;

  /** `served` ends the names of the tables that queries read. */
  constructor(parts: Parts, served = parts.build) {
    this.#parts = parts;
    this.#served = served;
  }

  /** Ends the names of the tables that queries read. */
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
      const { rows } = await connection.query<SetRow>(this.lockServed);
      if (!rows[0]) await this.#create(connection, build, true);
      await this.#renew(connection);
      return rows[0]?.suffix ?? build;
    });
    while (!(await this.#foldNext(this.#served)).isEnd);
  }

  async #create(connection: Connection, suffix: string, isServed: boolean): Promise<void> {
    await connection.query(new ProjectionTables(suffix).definitions().map(postgresSql).join(';'));
    const row = 'INSERT INTO projection_sets (suffix, folded_to, is_served, is_stale) VALUES ($1, 0, $2, 0)';
    await connection.query(row, [suffix, isServed ? 1 : 0]);
  }

  async #renew(connection: Connection | Pool): Promise<void> {
    const text = 'UPDATE projection_sets SET seen_at = now() WHERE starts_with(suffix, $1)';
    await connection.query(text, [this.#parts.build]);
  }

  /** Folds what other releases recorded, and reads another set if a rebuild of another machine serves one. Resolves with the end of the log. */
  async look(connection: Connection | Pool = this.#parts.pool): Promise<Head> {
    const { pool, build } = this.#parts;
    const { rows } = await connection.query<Sight>(LOOK(build));
    const { position, hash, suffix, folded_to, is_due, has_others } = rows[0]!;
    this.#hasOthers = has_others;
    if (suffix === null) await this.open();
    else {
      this.#served = suffix;
      if (folded_to < position) while (!(await this.#foldNext(suffix)).isEnd);
    }
    if (is_due) {
      await this.#renew(pool);
      await inTransaction(pool, async (connection) => {
        const { rows: unused } = await connection.query<SetRow>(
          `DELETE FROM projection_sets WHERE ${IS_UNUSED} RETURNING suffix`,
        );
        for (const each of unused) await dropTables(connection, each.suffix);
      });
    }
    return { position, hash };
  }

  /** Resolves when queries read all that was acknowledged before, by any release. */
  async caughtUp(): Promise<void> {
    if (this.#hasOthers) await this.look();
  }

  /** Folds the next events of the log into a set, in a transaction of its own. */
  #foldNext(suffix: string): Promise<{ readonly isEnd: boolean; readonly isStale: boolean }> {
    return inTransaction(this.#parts.pool, async (connection) => {
      const { rows } = await connection.query<SetRow>('SELECT * FROM projection_sets WHERE suffix = $1 FOR UPDATE', [
        suffix,
      ]);
      const { folded_to, is_stale } = await this.#step(connection, rows[0]!);
      return { isEnd: folded_to - rows[0]!.folded_to < STEP_EVENTS, isStale: is_stale === 1 };
    });
  }

  async #step(connection: Connection, set: SetRow): Promise<SetRow> {
    const rows = await readAfter(connection, set.folded_to, STEP_EVENTS);
    const events = await revealRows(connection, rows);
    const found = await readTogether(connection, new ProjectionTables(set.suffix).reads(events));
    const { parts, after } = this.fold(set, events, found);
    await writeTogether(connection, parts);
    await this.forget(connection, events);
    return after;
  }

  /** Folds the events that a locked set lacks, because a machine of another release recorded them. */
  async catchUp(connection: Connection, set: SetRow, position: number): Promise<SetRow> {
    let caughtUp = set;
    while (caughtUp.folded_to < position) caughtUp = await this.#step(connection, caughtUp);
    this.#served = set.suffix;
    return caughtUp;
  }

  /** What must be written so that a set includes these events, given the result of its reads. An event that doesn't fit is left out. */
  fold(
    set: SetRow,
    events: readonly Recorded<DomainEvent>[],
    found: Readonly<Record<string, unknown>>,
  ): { readonly parts: readonly Part[]; readonly after: SetRow } {
    const last = events.at(-1);
    if (!last) return { parts: [], after: set };
    let { is_stale } = set;
    const folded = new ProjectionTables(set.suffix).fold(events, found, (projection, { position }, err) => {
      if (is_stale === 0) this.#parts.report('projection stale', { projection, position, err });
      is_stale = 1;
    });
    if (is_stale !== set.is_stale) this.#parts.onStale();
    const sql = `UPDATE projection_sets SET folded_to = ${last.position}, is_stale = ${is_stale}, seen_at = now() WHERE suffix = $?`;
    const parts = [...folded, { name: 'folded', sql, value: set.suffix }];
    return { parts, after: { ...set, folded_to: last.position, is_stale } };
  }

  /** Removes what events don't remove when persons are forgotten, also from a set that a rebuild fills. */
  async forget(connection: Connection, events: readonly Recorded<DomainEvent>[]): Promise<void> {
    const forgotten = events.filter(isForgetting);
    if (forgotten.length === 0) return;
    const sets = await connection.query<SetRow>('SELECT * FROM projection_sets WHERE starts_with(suffix, $1)', [
      this.#parts.build,
    ]);
    for (const { suffix } of sets.rows)
      for (const statement of new ProjectionTables(suffix).forgetting())
        for (const { data } of forgotten) await connection.query(statement, [data.person]);
  }

  /** Folds the whole log into a new set while machines serve requests, and then serves queries from it. */
  async rebuild(signal: AbortSignal): Promise<boolean> {
    const { pool, build } = this.#parts;
    const old = this.#served;
    const draft = old === build ? `${build}_2` : build;
    await this.#drop(draft);
    await inTransaction(pool, (connection) => this.#create(connection, draft, false));
    for (;;) {
      const { isEnd, isStale } = await this.#foldNext(draft);
      if (isStale || signal.aborted) {
        await this.#drop(draft);
        return false;
      }
      if (isEnd) break;
    }
    await inTransaction(pool, async (connection) => {
      const head = await connection.query<Head>('SELECT position FROM head FOR UPDATE');
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

  #drop(suffix: string): Promise<void> {
    return inTransaction(this.#parts.pool, async (connection) => {
      await connection.query('DELETE FROM projection_sets WHERE suffix = $1', [suffix]);
      await dropTables(connection, suffix);
    });
  }
}
