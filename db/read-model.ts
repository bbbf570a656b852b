import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, SqliteDialect } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { ColumnValue, Projection } from './projections/projection.ts';
import { type SqliteDatabase, type SqliteStatement, openSqlite, openSqliteReader, sqliteCode } from './sqlite.ts';

const KEPT_STATEMENTS = 100;
/** Rows kept in memory after they were written. A replay writes far more at once, most of which no next event concerns. */
const MOST_RECENT = 1000;

/** What is known of an event before the rest of it is read. */
interface Place {
  readonly position: number;
  readonly stream: string;
  readonly type: string;
}

/**
 * Names this start of the operating system; a copy not flushed to the disk may be torn once it has passed. Where the system
 * does not tell, the name is this process's own, so that nothing of an earlier one is trusted without need.
 */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return randomUUID();
  }
}

const BOOT = bootId();

/** Removes a file with what SQLite keeps beside it. */
export function removeReadModelFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/** Queries of a program are few, and Kysely prepares each anew whenever it runs: their statements are kept. */
function keepingStatements(db: SqliteDatabase) {
  const statements = new LRUCache<string, SqliteStatement>({ max: KEPT_STATEMENTS });
  return {
    close: () => db.close(),
    prepare(sql: string): SqliteStatement {
      const statement = statements.get(sql) ?? db.prepare(sql);
      statements.set(sql, statement);
      return statement;
    },
  };
}

/** One projection's table in a file of its own: disposable, at a known position of the log. */
export class ReadModel<Row extends object> {
  readonly projection: Projection<Row>;
  readonly #file: string;
  readonly #get: SqliteStatement<[string], Row>;
  readonly #put: SqliteStatement<ColumnValue[]>;
  readonly #mark: SqliteStatement<[number]>;
  readonly #columns: readonly (keyof Row)[];
  readonly #sqlite: SqliteDatabase;
  /** Rows not written yet. */
  #unwritten = new Map<string, Row>();
  /** The rows written last: those that the next events most likely concern. */
  #recent = new Map<string, Row>();
  #position: number;
  #written: number;

  /** Opens the file, or makes an empty one at position 0. */
  constructor(file: string, projection: Projection<Row>) {
    this.#file = file;
    this.projection = projection;
    this.#sqlite = openSqlite(file, 'copy');
    // A row that was forgotten must be gone from the file too.
    this.#sqlite.pragma('secure_delete = ON');
    this.#columns = Object.keys(projection.columns) as (keyof Row)[];
    try {
      this.#createTables();
      const names = this.#columns.join(', ');
      const places = this.#columns.map(() => '?').join(', ');
      const [key] = this.#columns;
      this.#get = this.#sqlite.prepare(`SELECT ${names} FROM ${projection.name} WHERE ${String(key)} = ?`);
      this.#put = this.#sqlite.prepare(`INSERT OR REPLACE INTO ${projection.name} (${names}) VALUES (${places})`);
      this.#mark = this.#sqlite.prepare('UPDATE progress SET position = ?');
      this.#written = this.#storedPosition();
      this.#position = this.#written;
    } catch (error) {
      this.release();
      throw error;
    }
  }

  #storedPosition(): number {
    return this.#sqlite.prepare<[], { position: number }>('SELECT position FROM progress').get()?.position ?? 0;
  }

  #createTables(): void {
    const { name, columns, indexes = [] } = this.projection;
    const definitions = Object.entries<string>(columns).map(([column, type]) => `${column} ${type}`);
    const exists = this.#sqlite.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'progress'`).get();
    if (exists) return;
    this.#sqlite.transaction(() => {
      this.#sqlite.exec(`CREATE TABLE ${name} (${definitions.join(', ')}) STRICT, WITHOUT ROWID`);
      for (const index of indexes) this.#sqlite.exec(index);
      this.#sqlite.exec('CREATE TABLE progress (position INTEGER NOT NULL, boot TEXT NOT NULL) STRICT');
      this.#sqlite.prepare('INSERT INTO progress (position, boot) VALUES (0, ?)').run(BOOT);
    })();
  }

  /** The last position of the log that the rows take into account. */
  get position(): number {
    return this.#position;
  }

  get file(): string {
    return this.#file;
  }

  /** Whether the file was last written under this start of the operating system, or was closed in good order since. */
  get isTrusted(): boolean {
    const found = this.#sqlite.prepare<[], { boot: string }>('SELECT boot FROM progress').get();
    return found?.boot === 'closed' || found?.boot === BOOT;
  }

  /** Says that the file is in use: after a power cut it will not be trusted. */
  markOpen(): void {
    this.#sqlite.prepare('UPDATE progress SET boot = ?').run(BOOT);
  }

  /** Queries over the rows. */
  queries<Tables>(): Kysely<Tables> {
    return new Kysely<Tables>({ dialect: new SqliteDialect({ database: keepingStatements(this.#sqlite) }) });
  }

  /** How many rows are not written yet. */
  get unwrittenRows(): number {
    return this.#unwritten.size;
  }

  /** How many events the file does not know of yet. */
  get unwrittenEvents(): number {
    return this.#position - this.#written;
  }

  /**
   * Takes an event into account, in memory. `inFull` gives it with its personal data readable, and is asked only when the
   * event matters. Call `write` before anyone queries.
   */
  fold(event: Place, inFull: () => Recorded<DomainEvent>): void {
    if (this.projection.concerns(event)) this.#foldRow(inFull());
    this.#position = event.position;
  }

  #foldRow(event: Recorded<DomainEvent>): void {
    const key = this.projection.keyOf(event);
    this.#unwritten.set(key, this.projection.evolve(this.#rowBefore(key, event), event));
  }

  #rowBefore(key: string, event: Recorded<DomainEvent>): Row | null {
    const known = this.#unwritten.get(key) ?? this.#recent.get(key);
    if (known) return known;
    const isFirst = this.projection.rowIsStream && event.revision === 1;
    return (isFirst ? null : this.#get.get(key)) ?? null;
  }

  /** Writes what was folded, together with the position. When it throws, nothing is lost: call it again. */
  write(): void {
    this.#sqlite.transaction(() => {
      for (const row of this.#unwritten.values()) {
        this.#put.run(...this.#columns.map((column) => row[column] as ColumnValue));
      }
      this.#mark.run(this.#position);
    })();
    this.#written = this.#position;
    this.#recent = this.#unwritten.size <= MOST_RECENT ? this.#unwritten : new Map<string, Row>();
    this.#unwritten = new Map();
  }

  /** Leaves nothing of earlier rows behind, here or in the journal beside the file. */
  scrub(): void {
    this.write();
    this.#sqlite.pragma('wal_checkpoint(TRUNCATE)');
  }

  /** Closes the file in good order: everything is flushed to the disk first, and only then does it say so. */
  close(): void {
    try {
      this.write();
      this.#sqlite.pragma('synchronous = FULL');
      this.markOpen();
      this.#sqlite.pragma('wal_checkpoint(TRUNCATE)');
      this.#sqlite.prepare(`UPDATE progress SET boot = 'closed'`).run();
    } finally {
      this.#sqlite.close();
    }
  }

  /** Closes the file without that promise. */
  release(): void {
    this.#sqlite.close();
  }
}

/** Up to where a file in a folder knows the log; null when it cannot be read, or may be torn. */
export function trustedPosition(file: string): number | null {
  let db: SqliteDatabase | null = null;
  try {
    db = openSqliteReader(file);
    const found = db.prepare<[], { position: number; boot: string }>('SELECT position, boot FROM progress').get();
    return found && (found.boot === 'closed' || found.boot === BOOT) ? found.position : null;
  } catch {
    return null;
  } finally {
    db?.close();
  }
}

/** The file of a projection's current version. */
export function readModelFile(folder: string, projection: { readonly name: string; readonly version: number }): string {
  return join(folder, `read-${projection.name}-${projection.version}.db`);
}

/** Where a rebuilt file waits for the writer to take it. */
export function rebuiltFile(folder: string, projection: { readonly name: string; readonly version: number }): string {
  return join(folder, `rebuilt-${projection.name}-${projection.version}.db`);
}

/** Puts a rebuilt file, closed in good order, in the place of the current one. */
export function replaceReadModelFile(current: string, rebuilt: string): void {
  removeReadModelFile(current);
  renameSync(rebuilt, current);
}

/** The file as a read model, or null when it is torn, of another shape, or cannot be trusted up to `head`. */
function openTrusted<Row extends object>(
  file: string,
  projection: Projection<Row>,
  head: number,
): ReadModel<Row> | null {
  let model: ReadModel<Row> | null = null;
  try {
    model = new ReadModel(file, projection);
    if (model.isTrusted && model.position <= head) return model;
  } catch (error) {
    if (!/^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(sqliteCode(error) ?? '')) throw error;
  }
  model?.release();
  return null;
}

/** Opens the current file, or an empty one when there is none or it cannot be trusted up to `head`. */
export function openReadModel<Row extends object>(
  folder: string,
  projection: Projection<Row>,
  head: number,
): ReadModel<Row> {
  const file = readModelFile(folder, projection);
  const rebuilt = rebuiltFile(folder, projection);
  if (existsSync(rebuilt)) replaceReadModelFile(file, rebuilt);
  let model = openTrusted(file, projection, head);
  if (!model) {
    removeReadModelFile(file);
    model = new ReadModel(file, projection);
  }
  model.markOpen();
  return model;
}
