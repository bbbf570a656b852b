import { GENESIS, type HashedFields, type Head } from './hash-chain.ts';
import { LEVEL_SIDE } from '../integrity/checkpoint-counts.ts';
import { LOG_SIDE } from '../integrity/pairing.ts';
import { type SqliteDatabase, type SqliteStatement, migrate } from '../disk/sqlite.ts';

/** For the owner's pages of the log (`log-pages.ts`). */
export const INDEX_BY_TYPE = 'CREATE INDEX IF NOT EXISTS events_by_type ON events (type)';

// Triggers, because they also bind other programs that open the file.
export const LOG_STEPS: readonly string[] = [
  `CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    version INTEGER NOT NULL,
    at INTEGER NOT NULL,
    correlation TEXT NOT NULL,
    causation TEXT,
    data TEXT NOT NULL,
    hash TEXT NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT;
  CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END;
  CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'the event log is append-only'); END;

  -- Guards what must be unique or done once, in the append's own transaction.
  CREATE TABLE sold_units (
    date TEXT NOT NULL,
    unit TEXT NOT NULL,
    booking TEXT NOT NULL,
    PRIMARY KEY (date, unit)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE idempotency (
    key TEXT PRIMARY KEY,
    body TEXT NOT NULL,
    answer TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE checkpoints (
    follower TEXT PRIMARY KEY,
    position INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`,
  // Earlier rows were hashed without a key.
  `DELETE FROM idempotency;
  CREATE INDEX idempotency_by_age ON idempotency (at);`,
  `-- Events before a follower's checkpoint that it could not handle yet. Without \`due\` they wait behind another of their lane.
  CREATE TABLE postponed (
    follower TEXT NOT NULL,
    position INTEGER NOT NULL,
    lane TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    due INTEGER,
    done TEXT NOT NULL,
    PRIMARY KEY (follower, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX postponed_by_lane ON postponed (follower, lane, position);
  CREATE INDEX postponed_by_due ON postponed (follower, due) WHERE due IS NOT NULL;`,
  LOG_SIDE,
  `-- Mail about accounts, which one follower sent together with that about bookings, has its own.
  INSERT OR IGNORE INTO checkpoints (follower, position)
    SELECT 'account-mail', position FROM checkpoints WHERE follower = 'mail';
  UPDATE postponed SET follower = 'account-mail' WHERE follower = 'mail' AND lane LIKE 'account-%';`,
  LEVEL_SIDE,
  // From now on a missing row of these was lost.
  `INSERT OR IGNORE INTO checkpoints (follower, position) VALUES ('mail', 0), ('account-mail', 0)`,
  INDEX_BY_TYPE,
  // Webhook messages are about events from now on: receivers must not get the past.
  `INSERT OR IGNORE INTO checkpoints (follower, position)
    SELECT name, coalesce((SELECT max(position) FROM events), 0)
    FROM (SELECT 'webhooks' AS name UNION ALL SELECT 'webhook-forgetting')`,
];

/** An event as stored. */
export interface EventRow extends HashedFields {
  readonly hash: string;
}

/** The part of an event that is read before the rest. */
export interface Place {
  readonly position: number;
  readonly stream: string;
}

const COLUMNS = 'position, stream, revision, id, type, version, at, correlation, causation, data, hash';

/** Migrates the log's tables to the newest version. */
export function ensureLogSchema(db: SqliteDatabase): void {
  migrate(db, LOG_STEPS);
}

/** The rows of the log: inserted once, read in order, never changed. */
export class EventLog {
  readonly #insert: SqliteStatement;
  readonly #streamExists: SqliteStatement<[string], number>;
  readonly #stream: SqliteStatement<[string], EventRow>;
  readonly #at: SqliteStatement<[string, number], EventRow>;
  readonly #page: SqliteStatement<[number, number], EventRow>;
  readonly #head: SqliteStatement<[], Head>;
  readonly #position: SqliteStatement<[string, number], number>;
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
    this.#insert = db.prepare(`INSERT INTO events (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#streamExists = db.prepare<[string], number>('SELECT 1 FROM events WHERE stream = ? LIMIT 1').pluck();
    this.#stream = db.prepare(`SELECT ${COLUMNS} FROM events WHERE stream = ? ORDER BY revision`);
    this.#at = db.prepare(`SELECT ${COLUMNS} FROM events WHERE stream = ? AND revision = ?`);
    this.#page = db.prepare(`SELECT ${COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ?`);
    this.#position = db
      .prepare<[string, number], number>('SELECT position FROM events WHERE stream = ? AND revision = ?')
      .pluck();
    this.#head = db.prepare('SELECT position, hash FROM events ORDER BY position DESC LIMIT 1');
  }

  head(): Head {
    return this.#head.get() ?? { position: 0, hash: GENESIS };
  }

  /** Id of the site; empty in a log from before sites had ids. */
  get shop(): string {
    const isNamed = this.#db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'shop'`).get() !== undefined;
    return isNamed ? (this.#db.prepare<[], string>('SELECT id FROM shop').pluck().get() ?? '') : '';
  }

  /** The hash of the event at a position; null when there is none. */
  hashAt(position: number): string | null {
    if (position === 0) return GENESIS;
    return this.readAfter(position - 1, 1).find((row) => row.position === position)?.hash ?? null;
  }

  /** The position that a stream's index has for a revision; null when it has none. */
  positionOf({ stream, revision }: Pick<EventRow, 'stream' | 'revision'>): number | null {
    return this.#position.get(stream, revision) ?? null;
  }

  insert(row: HashedFields, hash: string): void {
    this.#insert.run(
      row.position,
      row.stream,
      row.revision,
      row.id,
      row.type,
      row.version,
      row.at,
      row.correlation,
      row.causation,
      row.data,
      hash,
    );
  }

  /** All events of a stream. Most requested streams are new; finding out that a stream has no events is much faster. */
  readStream(stream: string): EventRow[] {
    return this.hasStream(stream) ? this.#stream.all(stream) : [];
  }

  /** The event of a stream at a revision. Throws when the stream has none. */
  readAt(stream: string, revision: number): EventRow {
    const row = this.#at.get(stream, revision);
    if (row === undefined) throw new Error(`${stream} has no event of revision ${revision}`);
    return row;
  }

  hasStream(stream: string): boolean {
    return this.#streamExists.get(stream) !== undefined;
  }

  /** Up to `limit` events after a position, in order. */
  readAfter(position: number, limit: number): EventRow[] {
    return this.#page.all(position, limit);
  }

  /** Prepares a query for the places of events of some types. The plus keeps it in log order: an index by type needs a sort. */
  placesOf(types: readonly string[]): (after: number, limit: number) => Place[] {
    const places = types.map(() => '?').join(', ');
    const statement = this.#db.prepare<unknown[], Place>(
      `SELECT position, stream FROM events WHERE position > ? AND +type IN (${places}) ORDER BY position LIMIT ?`,
    );
    return (after, limit) => statement.all(after, ...types, limit);
  }

  /** Prepares a query for events of some types, for followers that need few of many. */
  readerOf(types: readonly string[]): (after: number, limit: number) => EventRow[] {
    const places = types.map(() => '?').join(', ');
    const statement = this.#db.prepare<unknown[], EventRow>(
      `SELECT ${COLUMNS} FROM events WHERE position > ? AND +type IN (${places}) ORDER BY position LIMIT ?`,
    );
    return (after, limit) => statement.all(after, ...types, limit);
  }
}
