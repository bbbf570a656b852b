import type { SqliteDatabase } from './sqlite.ts';
import type { ProjectionName } from '../../projections/index.ts';
import type { Projection } from '../../projections/projection.ts';
import type { ProjectionState } from '../../store.ts';
import { ProjectionTable } from './projection-table.ts';
import { ROWS_BUILD } from '../../projections/rows-build.ts';

export interface RegisteredTable {
  readonly name: ProjectionName;
  readonly table: string;
  /** The last position whose event its rows include. */
  readonly foldedTo: number;
  /** 1 once an event could not be folded: later ones are left out. */
  readonly isStale: 0 | 1;
}

/** The tables of projections. Their names carry the build that folds them. */
export class ProjectionRegistry {
  readonly #db: SqliteDatabase;
  readonly #advance;

  constructor(db: SqliteDatabase) {
    this.#db = db;
    this.#advance = db.prepare<[number]>(
      'UPDATE projection_tables SET folded_to = ? WHERE is_served = 1 AND is_stale = 0',
    );
  }

  /** The tables that this build serves. */
  served(): RegisteredTable[] {
    return this.#db
      .prepare<[string], RegisteredTable>(
        `SELECT name, table_name AS "table", folded_to AS foldedTo, is_stale AS isStale FROM projection_tables
           WHERE build = ? AND is_served = 1 ORDER BY name`,
      )
      .all(ROWS_BUILD);
  }

  /** How far each projection is. */
  states(): ProjectionState[] {
    return this.served().map(({ name, foldedTo: position }) => ({ name, position }));
  }

  /** Creates an empty table that isn't served. It gets its indexes by `createIndexes`. */
  create(projection: Projection<object>): ProjectionTable {
    const { name, columns } = projection;
    const base = `${name}_${ROWS_BUILD}`;
    const table = this.served().some(({ table: taken }) => taken === base) ? `${base}_2` : base;
    this.drop(table);
    const definitions = Object.entries(columns).map(([column, { sql }]) => `${column} ${sql}`);
    this.#db.exec(`CREATE TABLE ${table} (${definitions.join(', ')}) STRICT, WITHOUT ROWID`);
    this.#db
      .prepare(
        `INSERT INTO projection_tables (table_name, name, build, folded_to, is_served, is_stale) VALUES (?, ?, ?, 0, 0, 0)`,
      )
      .run(table, name, ROWS_BUILD);
    return new ProjectionTable(this.#db, projection, table);
  }

  createIndexes({ projection, table }: ProjectionTable): void {
    const suffix = table.slice(projection.name.length);
    for (const index of projection.indexes)
      this.#db.exec(index.replace(/^CREATE INDEX (\w+) ON \w+/, `CREATE INDEX IF NOT EXISTS $1${suffix} ON ${table}`));
  }

  /** Has queries read these tables, and drops those that they replace. Belongs into a transaction. */
  serve(tables: readonly ProjectionTable[], foldedTo: number): void {
    for (const { projection, table } of tables) {
      const replaced = this.served().find(({ name }) => name === projection.name);
      if (replaced) this.drop(replaced.table);
      this.#db
        .prepare('UPDATE projection_tables SET is_served = 1, folded_to = ? WHERE table_name = ?')
        .run(foldedTo, table);
    }
  }

  /** Records that all served tables that aren't stale include the events up to a position. */
  advance(position: number): void {
    this.#advance.run(position);
  }

  /** Records how far a rebuild is. */
  advanceDrafts(position: number): void {
    this.#db.prepare<[number]>('UPDATE projection_tables SET folded_to = ? WHERE is_served = 0').run(position);
  }

  /** The last position that the served tables include. */
  position(): number {
    return Math.min(...this.served().map(({ foldedTo }) => foldedTo));
  }

  markStale(table: string): void {
    this.#db.prepare('UPDATE projection_tables SET is_stale = 1 WHERE table_name = ?').run(table);
  }

  drop(table: string): void {
    this.#db.exec(`DROP TABLE IF EXISTS ${table}`);
    this.#db.prepare('DELETE FROM projection_tables WHERE table_name = ?').run(table);
  }

  /** Drops unfinished tables and those of other builds. */
  dropOthers(): void {
    const others = this.#db
      .prepare<[string], string>('SELECT table_name FROM projection_tables WHERE build <> ? OR is_served = 0')
      .pluck()
      .all(ROWS_BUILD);
    for (const table of others) this.drop(table);
  }
}
