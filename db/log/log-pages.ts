import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import { decode } from './codec.ts';
import type { EventRow } from './event-log.ts';
import type { SqliteDatabase, SqliteStatement } from '../disk/sqlite.ts';

export interface LogFilter {
  readonly type?: string | undefined;
  readonly stream?: string | undefined;
  /** Only events after this position. */
  readonly after?: number;
  /** Only events before this position. */
  readonly before?: number;
}

/** An event with the version that it was stored in. */
export interface PageEvent {
  readonly version: number;
  /** Its personal data is still encrypted. */
  readonly event: Recorded<DomainEvent>;
}

type Bound = string | number;

const WITHIN = 'position > ? AND position < ?';

/**
 * Each of these reads its page by an index, whatever the length of the log. A stream is read by its own index, where the order of
 * revisions is that of positions; the plus signs keep the planner from another index.
 */
const QUERIES = {
  all: `WHERE ${WITHIN} ORDER BY position DESC`,
  type: `INDEXED BY events_by_type WHERE type = ? AND ${WITHIN} ORDER BY position DESC`,
  stream: `WHERE stream = ? AND +position > ? AND +position < ? ORDER BY revision DESC`,
  both: `WHERE stream = ? AND +type = ? AND +position > ? AND +position < ? ORDER BY revision DESC`,
} as const;

type Kind = keyof typeof QUERIES;

function kindOf({ type, stream }: LogFilter): Kind {
  if (stream === undefined) return type === undefined ? 'all' : 'type';
  return type === undefined ? 'stream' : 'both';
}

/** Reads the log backward, in pages. */
export class LogPages {
  readonly #db: SqliteDatabase;
  readonly #prepared = new Map<Kind, SqliteStatement<Bound[], EventRow>>();

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  /** Up to `limit` events, newest first. */
  read(filter: LogFilter, limit: number): PageEvent[] {
    const { type, stream, after = 0, before = Number.MAX_SAFE_INTEGER } = filter;
    const named = [stream, type].filter((each) => each !== undefined);
    const rows = this.#query(kindOf(filter)).all(...named, after, before, limit);
    return rows.map((row) => ({ version: row.version, event: decode(row) }));
  }

  /**
   * The last position that was recorded before an instant, in milliseconds; 0 when there is none. Instants in the log rise with
   * positions, but for corrections of the clock: the events of such a moment may be counted on either side.
   */
  lastBefore(instant: number): number {
    const at = this.#db.prepare<[number], number>('SELECT at FROM events WHERE position = ?').pluck();
    let low = 0;
    let high = this.#db.prepare<[], number>('SELECT coalesce(max(position), 0) FROM events').pluck().get() ?? 0;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((at.get(middle) ?? Infinity) < instant) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #query(kind: Kind): SqliteStatement<Bound[], EventRow> {
    const known = this.#prepared.get(kind);
    if (known) return known;
    const statement = this.#db.prepare<Bound[], EventRow>(`SELECT * FROM events ${QUERIES[kind]} LIMIT ?`);
    this.#prepared.set(kind, statement);
    return statement;
  }
}
