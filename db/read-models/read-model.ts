import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { EventLog } from '../log/event-log.ts';
import { GENESIS } from '../log/hash-chain.ts';
import type { ColumnValue } from '../projections/columns.ts';
import type { Projection } from '../projections/projection.ts';
import { LostRow } from './read-model-faults.ts';
import { type SqliteDatabase, type SqliteStatement, emptyJournal, openSqlite } from '../disk/sqlite.ts';

/** File name of a read model that is kept in memory. */
export const IN_MEMORY = ':memory:';
const KEPT_STATEMENTS = 100;
const MOST_RECENT = 1000;

/**
 * `draft`: a new file that nobody else reads, and that is removed when its making fails; its journal is in memory.
 * `draft-without-indexes`: gets them by `createIndexes` after its rows, which takes less time.
 */
type Stage = 'served' | 'draft' | 'draft-without-indexes';

/** The part of an event that is read before the rest. */
interface Place {
  readonly position: number;
  readonly stream: string;
  readonly type: string;
}

/**
 * Id of this boot of the operating system: after another boot, a file that was not fsynced may be torn. Where the system has no
 * such id, it is this process's own, so that an earlier process's files are not trusted.
 */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return randomUUID();
  }
}

export const BOOT = bootId();

/** One projection's table in a file of its own: disposable, at a known position of a known log. */
export class ReadModel<Row extends object> {
  static #stamps = 0;
  #stamp = (ReadModel.#stamps += 1);
  readonly projection: Projection<Row>;
  readonly #file: string;
  readonly #log: EventLog;
  readonly #get: SqliteStatement<[string], Row>;
  readonly #put: SqliteStatement<ColumnValue[]>;
  readonly #mark: SqliteStatement<[number, string]>;
  readonly #columns: readonly (keyof Row)[];
  readonly #sqlite: SqliteDatabase;
  /** A program has few distinct queries: each is prepared once. */
  readonly #statements = new LRUCache<string, SqliteStatement>({ max: KEPT_STATEMENTS });
  /** Rows not written yet. */
  #unwritten = new Map<string, Row>();
  /** The `MOST_RECENT` rows written last: the next events most likely concern them. */
  #recent = new Map<string, Row>();
  #position: number;
  #written: number;

  /** Opens the file, or creates an empty one at position 0. */
  constructor(file: string, projection: Projection<Row>, log: EventLog, stage: Stage = 'served') {
    this.#file = file;
    this.#log = log;
    this.projection = projection;
    this.#sqlite = openSqlite(file, 'copy');
    // A forgotten row must be gone from the file, too.
    this.#sqlite.pragma('secure_delete = ON');
    if (stage !== 'served') this.#sqlite.pragma('journal_mode = MEMORY');
    this.#columns = Object.keys(projection.columns) as (keyof Row)[];
    try {
      this.#createTables(stage);
      const names = this.#columns.join(', ');
      const places = this.#columns.map(() => '?').join(', ');
      const [key] = this.#columns;
      this.#get = this.#sqlite.prepare(`SELECT ${names} FROM ${projection.name} WHERE ${String(key)} = ?`);
      this.#put = this.#sqlite.prepare(`INSERT OR REPLACE INTO ${projection.name} (${names}) VALUES (${places})`);
      this.#mark = this.#sqlite.prepare('UPDATE progress SET position = ?, hash = ?');
      this.#written = this.#sqlite.prepare<[], number>('SELECT position FROM progress').pluck().get() ?? 0;
      this.#position = this.#written;
    } catch (error) {
      this.release();
      throw error;
    }
  }

  #createTables(stage: Stage): void {
    const { name, columns } = this.projection;
    const definitions = Object.entries(columns).map(([column, { sql }]) => `${column} ${sql}`);
    const exists = this.#sqlite.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'progress'`).get();
    if (exists) return;
    this.#sqlite.transaction(() => {
      this.#sqlite.exec(`CREATE TABLE ${name} (${definitions.join(', ')}) STRICT, WITHOUT ROWID`);
      if (stage !== 'draft-without-indexes') this.createIndexes();
      this.#sqlite.exec(
        `CREATE TABLE progress (
           position INTEGER NOT NULL, boot TEXT NOT NULL, shop TEXT NOT NULL, hash TEXT NOT NULL
         ) STRICT`,
      );
      this.#sqlite
        .prepare('INSERT INTO progress (position, boot, shop, hash) VALUES (0, ?, ?, ?)')
        .run(BOOT, this.#log.shop, GENESIS);
    })();
  }

  /** Creates the indexes of a file that was opened without them. */
  createIndexes(): void {
    for (const index of this.projection.indexes) this.#sqlite.exec(index);
  }

  /** Equal to an earlier value only if queries still give the same results. */
  get stamp(): number {
    return this.#stamp;
  }

  /** The last log position that the rows include. */
  get position(): number {
    return this.#position;
  }

  get file(): string {
    return this.#file;
  }

  /** Whether the file was last written during this boot of the operating system, or was closed properly since. */
  get isTrusted(): boolean {
    const boot = this.#boot;
    return boot === 'closed' || boot === BOOT;
  }

  /** Whether the rows were made from this log: of the same site, with the same event at their position. */
  get isOfThisLog(): boolean {
    const row = this.#sqlite.prepare<[], { shop: string; hash: string }>('SELECT shop, hash FROM progress').get();
    return row?.shop === this.#log.shop && row.hash === this.#log.hashAt(this.#written);
  }

  get #boot(): string | undefined {
    return this.#sqlite.prepare<[], { boot: string }>('SELECT boot FROM progress').get()?.boot;
  }

  /** Marks the file as in use: after a power cut it will not be trusted. */
  markOpen(): void {
    if (this.#boot !== BOOT) this.#flush();
  }

  /** Fsyncs everything, including the mark that the file is in use. Rows written later reach the disk in any order. */
  #flush(): void {
    this.#sqlite.pragma('synchronous = FULL');
    this.#sqlite.prepare('UPDATE progress SET boot = ?').run(BOOT);
    emptyJournal(this.#sqlite);
    this.#sqlite.pragma('synchronous = OFF');
  }

  get isInMemory(): boolean {
    return this.#file === IN_MEMORY;
  }

  /** Runs a query over the rows written so far. */
  all(sql: string, parameters: readonly unknown[]): unknown[] {
    const statement = this.#statements.get(sql) ?? this.#sqlite.prepare(sql);
    this.#statements.set(sql, statement);
    return statement.all(...parameters);
  }

  /** The row of a key, as written so far. */
  row(key: string): Row | undefined {
    return this.#get.get(key);
  }

  /** Number of rows not written yet. */
  get unwrittenRows(): number {
    return this.#unwritten.size;
  }

  /** Number of events that the file does not include yet. */
  get unwrittenEvents(): number {
    return this.#position - this.#written;
  }

  /**
   * Folds an event in memory. `inFull` returns it with its personal data decrypted, and is called only when the event concerns
   * the projection. Call `write` before the next query.
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
    const { rowIsStream } = this.projection;
    if (rowIsStream && event.revision === 1) return null;
    const row = this.#get.get(key);
    if (!row && rowIsStream && this.projection.concerns(this.#log.readAt(event.stream, 1))) {
      throw new LostRow(`the read model ${this.projection.name} lacks a row of which the log has events`);
    }
    return row ?? null;
  }

  /** Writes the folded rows together with the position. When it throws, nothing is lost: call it again. */
  write(): void {
    this.writeInParts(Infinity).next();
  }

  /** Writes the folded rows, so many in one transaction, and the position with the last ones: for a file that nobody reads yet. */
  *writeInParts(most: number): Generator<void, void> {
    const hash = this.#log.hashAt(this.#position);
    if (hash === null) throw new Error(`the log has no event at position ${this.#position}`);
    const rows = [...this.#unwritten.values()];
    for (; rows.length > most; yield) this.#sqlite.transaction(() => this.#putAll(rows.splice(0, most)))();
    this.#sqlite.transaction(() => {
      this.#putAll(rows);
      this.#mark.run(this.#position, hash);
    })();
    this.#written = this.#position;
    this.#recent = new Map([...this.#unwritten].slice(-MOST_RECENT));
    this.#unwritten = new Map();
  }

  #putAll(rows: readonly Row[]): void {
    for (const row of rows) this.#put.run(...this.#columns.map((column) => row[column] as ColumnValue));
    if (rows.length > 0) this.#stamp = ReadModel.#stamps += 1;
  }

  /** Closes the file properly: fsyncs everything first, then marks it as closed. */
  close(): void {
    try {
      this.write();
      if (this.isInMemory) return;
      this.#flush();
      this.#sqlite.pragma('synchronous = FULL');
      this.#sqlite.prepare(`UPDATE progress SET boot = 'closed'`).run();
    } finally {
      this.#sqlite.close();
    }
  }

  /** Closes the file without marking it as closed. */
  release(): void {
    this.#sqlite.close();
  }
}
