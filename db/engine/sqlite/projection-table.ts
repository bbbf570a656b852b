import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { SqliteDatabase, SqliteStatement } from './sqlite.ts';
import type { ColumnValue, Projection } from '../../projections/projection.ts';

type Row = Readonly<Record<string, ColumnValue>>;

/** A row as it is in the table, and as it is after the folded events. */
interface ChangedRow {
  readonly before: Row | null;
  readonly after: Row;
}

/** One table of a projection. Events are folded in memory; `write` writes the changed rows. */
export class ProjectionTable {
  readonly projection: Projection<Row>;
  readonly table: string;
  readonly #db: SqliteDatabase;
  readonly #columns: readonly string[];
  readonly #key: string;
  readonly #select: SqliteStatement<[string], Row>;
  readonly #insert: SqliteStatement<ColumnValue[]>;
  /** By the columns that they set. */
  readonly #updates = new Map<string, SqliteStatement<ColumnValue[]>>();
  #changed = new Map<string, ChangedRow>();

  constructor(db: SqliteDatabase, projection: Projection<object>, table: string) {
    this.#db = db;
    this.projection = projection as Projection<Row>;
    this.table = table;
    this.#columns = Object.keys(projection.columns);
    this.#key = this.#columns[0]!;
    const names = this.#columns.join(', ');
    this.#select = db.prepare(`SELECT ${names} FROM ${table} WHERE ${this.#key} = ?`);
    this.#insert = db.prepare(`INSERT INTO ${table} (${names}) VALUES (${this.#columns.map(() => '?').join(', ')})`);
  }

  /** Number of rows that are not written. */
  get changes(): number {
    return this.#changed.size;
  }

  /** Throws when the event doesn't fit the row. */
  fold(event: Recorded<DomainEvent>): void {
    const key = this.projection.keyOf(event);
    const changed = this.#changed.get(key);
    const before = changed ? changed.before : this.#read(key, event);
    const after = this.projection.evolve(changed?.after ?? before, event);
    this.#changed.set(key, { before, after });
  }

  #read(key: string, event: Recorded<DomainEvent>): Row | null {
    if (this.projection.rowIsStream && event.revision === 1) return null;
    return this.#select.get(key) ?? null;
  }

  /** Writes changed columns only: each index that contains a written column costs as much as the row. */
  write(): void {
    for (const [key, { before, after }] of this.#changed) {
      if (before) this.#update(key, before, after);
      else this.#insert.run(...this.#columns.map((column) => after[column]!));
    }
    this.#changed = new Map();
  }

  #update(key: string, before: Row, after: Row): void {
    const columns = this.#columns.filter((column) => before[column] !== after[column]);
    if (columns.length === 0) return;
    const set = columns.map((column) => `${column} = ?`).join(', ');
    const update = this.#updates.get(set) ?? this.#db.prepare(`UPDATE ${this.table} SET ${set} WHERE ${this.#key} = ?`);
    this.#updates.set(set, update);
    update.run(...columns.map((column) => after[column]!), key);
  }

  /** Removes what events don't remove when a person is forgotten. */
  forget(person: string): void {
    const { forgotten } = this.projection;
    if (forgotten.length === 0) return;
    const set = forgotten.map((column) => `${column} = NULL`).join(', ');
    this.#db.prepare(`UPDATE ${this.table} SET ${set} WHERE person = ?`).run(person);
  }

  /** Forgets what was folded since the last `write`. */
  discard(): void {
    this.#changed = new Map();
  }
}
