import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { projections } from '../../projections/index.ts';
import { FoldedRows, type Row } from '../../projections/folded-rows.ts';
import type { ColumnValue, Projection } from '../../projections/projection.ts';
import { PROJECTIONS_BUILD } from '../../projections/projections-build.ts';
import { type SqliteDatabase, type SqliteStatement, preparedOnce, sqliteCode } from './sqlite.ts';

/** The table of one projection. Events are folded in memory; `write` writes the changed rows. */
class ProjectionTable {
  readonly projection: Projection<Row>;
  readonly #rows: FoldedRows;
  readonly #prepare: (sql: string) => SqliteStatement;
  readonly #table: string;
  readonly #columns: readonly string[];
  readonly #key: string;
  readonly #select: SqliteStatement<[string], Row>;
  readonly #insert: SqliteStatement<ColumnValue[]>;

  constructor(db: SqliteDatabase, projection: Projection<object>, table: string) {
    this.#prepare = preparedOnce(db);
    this.projection = projection as Projection<Row>;
    this.#rows = new FoldedRows(this.projection, (key) => this.#select.get(key) ?? null);
    this.#table = table;
    this.#columns = Object.keys(projection.columns);
    this.#key = this.#columns[0]!;
    const names = this.#columns.join(', ');
    this.#select = db.prepare(`SELECT ${names} FROM ${table} WHERE ${this.#key} = ?`);
    this.#insert = db.prepare(`INSERT INTO ${table} (${names}) VALUES (${this.#columns.map(() => '?').join(', ')})`);
  }

  /** Throws when the event doesn't fit the row. */
  fold(event: Recorded<DomainEvent>): void {
    this.#rows.fold(event);
  }

  /** Writes changed columns only: each index that contains a written column costs as much as the row. */
  write(): void {
    for (const { key, before, after } of this.#rows.take()) {
      if (before) this.#update(key, before, after);
      else this.#insert.run(...this.#columns.map((column) => after[column]!));
    }
  }

  #update(key: string, before: Row, after: Row): void {
    const columns = this.#columns.filter((column) => before[column] !== after[column]);
    if (columns.length === 0) return;
    const set = columns.map((column) => `${column} = ?`).join(', ');
    const update = this.#prepare(`UPDATE ${this.#table} SET ${set} WHERE ${this.#key} = ?`);
    update.run(...columns.map((column) => after[column]!), key);
  }

  forget(person: string): void {
    const { forgotten } = this.projection;
    if (forgotten.length === 0) return;
    const set = forgotten.map((column) => `${column} = NULL`).join(', ');
    this.#prepare(`UPDATE ${this.#table} SET ${set} WHERE person = ?`).run(person);
  }

  discard(): void {
    this.#rows.take();
  }
}

/** One table for each projection, all folded to the same position. Their names end with the build that folds them. */
export class ProjectionSet {
  readonly #db: SqliteDatabase;
  readonly #suffix: string;
  readonly #tables: readonly ProjectionTable[];
  readonly #advance;
  #isStale = false;

  private constructor(db: SqliteDatabase, suffix: string) {
    this.#db = db;
    this.#suffix = suffix;
    this.#tables = Object.values(projections).map((each) => new ProjectionTable(db, each, `${each.name}_${suffix}`));
    this.#advance = db.prepare<[number, string]>('UPDATE projection_sets SET folded_to = ? WHERE suffix = ?');
  }

  /** The set that is served, and its last event; null if it is stale or of another build. */
  static open(db: SqliteDatabase): { readonly set: ProjectionSet; readonly foldedTo: number } | null {
    const served = servedSet(db);
    if (!served?.suffix.startsWith(PROJECTIONS_BUILD) || served.isStale === 1) return null;
    return { set: new ProjectionSet(db, served.suffix), foldedTo: served.foldedTo };
  }

  /** Creates a set of empty tables beside the served one. */
  static create(db: SqliteDatabase): ProjectionSet {
    const served = servedSet(db)?.suffix ?? null;
    const suffix = served === PROJECTIONS_BUILD ? `${PROJECTIONS_BUILD}_2` : PROJECTIONS_BUILD;
    return db.transaction(() => {
      dropAllBut(db, served);
      for (const { name, columns } of Object.values(projections)) {
        const definitions = Object.entries(columns).map(([column, { sql }]) => `${column} ${sql}`);
        db.exec(`CREATE TABLE ${name}_${suffix} (${definitions.join(', ')}) STRICT, WITHOUT ROWID`);
      }
      db.prepare('INSERT INTO projection_sets (suffix, folded_to, is_served, is_stale) VALUES (?, 0, 0, 0)').run(
        suffix,
      );
      return new ProjectionSet(db, suffix);
    })();
  }

  createIndexes(): void {
    for (const { name, indexes } of Object.values(projections))
      for (const index of indexes)
        this.#db.exec(
          index.replace(
            /^CREATE INDEX (\w+) ON \w+/,
            `CREATE INDEX IF NOT EXISTS $1_${this.#suffix} ON ${name}_${this.#suffix}`,
          ),
        );
  }

  /** Makes this the set that queries read, and drops all others. */
  serve(): void {
    this.#db.transaction(() => {
      this.#db.prepare('UPDATE projection_sets SET is_served = 1 WHERE suffix = ?').run(this.#suffix);
      dropAllBut(this.#db, this.#suffix);
    })();
  }

  /** Whether an event could not be folded: some rows are not as they should be. */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** Folds an event into the rows that it concerns. If that fails, a row stays as it is. Throws errors of the database only. */
  fold(event: Recorded<DomainEvent>, report: (message: string, detail: unknown) => void): void {
    for (const table of this.#tables) {
      const { projection } = table;
      if (!projection.concerns(event)) continue;
      try {
        table.fold(event);
      } catch (error) {
        if (sqliteCode(error) !== null) throw error;
        if (!this.#isStale)
          report('projection stale', { projection: projection.name, position: event.position, err: error });
        this.#isStale = true;
      }
    }
  }

  /** Writes the rows that include the events up to a position. */
  write(position: number): void {
    for (const table of this.#tables) table.write();
    if (this.#isStale) this.#db.prepare('UPDATE projection_sets SET is_stale = 1 WHERE suffix = ?').run(this.#suffix);
    else this.#advance.run(position, this.#suffix);
  }

  /** Removes what events don't remove when a person is forgotten. */
  forget(person: string): void {
    for (const table of this.#tables) table.forget(person);
  }

  /** Discards what was folded since the last `write`. */
  discard(): void {
    for (const table of this.#tables) table.discard();
  }
}

/** The set that queries read. Its suffix ends the names of its tables. */
export function servedSet(db: SqliteDatabase) {
  const served = db.prepare<[], { suffix: string; foldedTo: number; isStale: 0 | 1 }>(
    'SELECT suffix, folded_to AS foldedTo, is_stale AS isStale FROM projection_sets WHERE is_served = 1',
  );
  return served.get();
}

function dropAllBut(db: SqliteDatabase, kept: string | null): void {
  const others = db
    .prepare<[string | null], string>('SELECT suffix FROM projection_sets WHERE suffix IS NOT ?')
    .pluck();
  const tables = db.prepare<[string], string>(`SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB ?`);
  for (const suffix of others.all(kept)) {
    for (const table of tables.pluck().all(`*_${suffix}`)) db.exec(`DROP TABLE ${table}`);
    db.prepare('DELETE FROM projection_sets WHERE suffix = ?').run(suffix);
  }
}
