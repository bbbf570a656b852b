import { GENESIS, type HashedFields, type Head } from '../../log/hash-chain.ts';
import type { SqliteDatabase, SqliteStatement } from './sqlite.ts';

/** An event as stored. */
export interface EventRow extends HashedFields {
  readonly hash: string;
}

const COLUMNS = 'position, stream, revision, id, type, version, at, correlation, causation, data, hash';

/** The rows of the log: inserted once, read in order, never changed. */
export class EventLog {
  readonly #insert: SqliteStatement;
  readonly #stream: SqliteStatement<[string], EventRow>;
  readonly #at: SqliteStatement<[string, number], EventRow>;
  readonly #page: SqliteStatement<[number, number], EventRow>;
  readonly #head: SqliteStatement<[], Head>;

  constructor(db: SqliteDatabase) {
    this.#insert = db.prepare(`INSERT INTO events (${COLUMNS}) VALUES (${COLUMNS.replaceAll(/\w+/g, '?')})`);
    this.#stream = db.prepare(`SELECT ${COLUMNS} FROM events WHERE stream = ?`);
    this.#at = db.prepare(`SELECT ${COLUMNS} FROM events WHERE stream = ? AND revision = ?`);
    this.#page = db.prepare(`SELECT ${COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ?`);
    this.#head = db.prepare('SELECT position, hash FROM events ORDER BY position DESC LIMIT 1');
  }

  head(): Head {
    return this.#head.get() ?? { position: 0, hash: GENESIS };
  }

  /** The hash of the event at a position; null when there is none. */
  hashAt(position: number): string | null {
    if (position === 0) return GENESIS;
    return this.readAfter(position - 1, 1).find((row) => row.position === position)?.hash ?? null;
  }

  /** The position that a stream's index has for a revision; null when it has none. */
  positionOf({ stream, revision }: Pick<EventRow, 'stream' | 'revision'>): number | null {
    return this.#at.get(stream, revision)?.position ?? null;
  }

  insert({ position, stream, revision, id, type, version, at, correlation, causation, data, hash }: EventRow): void {
    this.#insert.run(position, stream, revision, id, type, version, at, correlation, causation, data, hash);
  }

  /** The events of a stream, in order. */
  readStream(stream: string): EventRow[] {
    // Sorted here: SQLite parses a statement with a parameter and ORDER BY again for each execution.
    return this.#stream.all(stream).sort((one, other) => one.revision - other.revision);
  }

  /** The event of a stream at a revision. Throws when the stream has none. */
  readAt(stream: string, revision: number): EventRow {
    const row = this.#at.get(stream, revision);
    if (row === undefined) throw new Error(`${stream} has no event of revision ${revision}`);
    return row;
  }

  /** Up to `limit` events after a position, in order. */
  readAfter(position: number, limit: number): EventRow[] {
    return this.#page.all(position, limit);
  }
}
