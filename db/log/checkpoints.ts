import type { SqliteDatabase } from '../disk/sqlite.ts';

/** An event that a follower failed to handle so far. */
export interface PostponedEvent {
  readonly position: number;
  /** Events of one lane are handled in log order. */
  readonly lane: string;
  /** Number of attempts. */
  readonly attempts: number;
  /** When the next attempt may start, in milliseconds by the follower's clock. */
  readonly due: number;
  /** The parts of its effect that are done. */
  readonly done: readonly string[];
}

/** How far a follower is. */
export interface FollowerState {
  readonly name: string;
  /** The last position that it has handled or postponed. */
  readonly position: number;
  /** Number of earlier events that it could not handle yet. */
  readonly postponed: number;
  /** Number of later events that concern it; null when no such follower runs in this process. */
  readonly waiting: number | null;
}

interface PostponedRow extends Omit<PostponedEvent, 'done'> {
  readonly done: string;
}

/**
 * Parses the parts that are done. Unreadable text counts as none: each part has its own idempotency key, so repeating it is
 * harmless.
 */
function partsIn(text: string): readonly string[] {
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) ? parts.filter((part) => typeof part === 'string') : [];
  } catch {
    return [];
  }
}

/** Followers that send mail or webhook messages: their rows are made by the schema. */
const SENDERS: ReadonlySet<string> = new Set(['webhooks']);

/**
 * The checkpoint of each follower of the log, and the earlier events that it could not handle yet. Updated
 * together.
 */
export class Checkpoints {
  readonly #db: SqliteDatabase;
  readonly #onLost: (follower: string) => void;
  readonly #end;
  readonly #select;
  readonly #all;
  readonly #upsert;
  readonly #isOccupied;
  readonly #doneParts;
  readonly #next;
  readonly #first;
  readonly #postpone;
  readonly #remove;
  readonly #promote;
  readonly #hasten;
  readonly #countAfter;
  /** The types of events that each running follower handles. */
  readonly #followed = new Map<string, readonly string[]>();

  constructor(db: SqliteDatabase, onLost: (follower: string) => void = () => {}) {
    this.#db = db;
    this.#onLost = onLost;
    this.#end = db.prepare<[], number>('SELECT max(position) FROM events').pluck();
    this.#select = db.prepare<[string], { position: number }>('SELECT position FROM checkpoints WHERE follower = ?');
    this.#all = db.prepare<[], Omit<FollowerState, 'waiting'>>(
      `SELECT follower AS name, position,
         (SELECT count(*) FROM postponed WHERE postponed.follower = checkpoints.follower) AS postponed
       FROM checkpoints ORDER BY follower`,
    );
    this.#upsert = db.prepare<[string, number]>(
      `INSERT INTO checkpoints (follower, position) VALUES (?, ?)
       ON CONFLICT (follower) DO UPDATE SET position = excluded.position`,
    );
    this.#isOccupied = db
      .prepare<[string, string], number>('SELECT 1 FROM postponed WHERE follower = ? AND lane = ? LIMIT 1')
      .pluck();
    this.#doneParts = db
      .prepare<[string, number], string>('SELECT done FROM postponed WHERE follower = ? AND position = ?')
      .pluck();
    this.#next = db.prepare<[string], PostponedRow>(
      `SELECT position, lane, attempts, due, done FROM postponed
       WHERE follower = ? AND due IS NOT NULL ORDER BY due, position LIMIT 1`,
    );
    this.#first = db.prepare<[string], Pick<PostponedEvent, 'position' | 'attempts'> & { readonly all: number }>(
      // SQLite takes the other columns from the row with the least position.
      'SELECT min(position) AS position, attempts, count(*) AS "all" FROM postponed WHERE follower = ? HAVING count(*) > 0',
    );
    this.#postpone = db.prepare<[string, number, string, number, number | null, string]>(
      `INSERT OR REPLACE INTO postponed (follower, position, lane, attempts, due, done) VALUES (?, ?, ?, ?, ?, ?)`,
    );
    this.#remove = db.prepare<[string, number]>('DELETE FROM postponed WHERE follower = ? AND position = ?');
    this.#promote = db.prepare<[number, string, string]>(
      `UPDATE postponed SET due = ? WHERE (follower, position) IN
         (SELECT follower, position FROM postponed WHERE follower = ? AND lane = ? ORDER BY position LIMIT 1)`,
    );
    this.#countAfter = db
      .prepare<[string, number], number>('SELECT count(*) FROM events WHERE type = ? AND position > ?')
      .pluck();
    this.#hasten = db.prepare<[number, string, number]>('UPDATE postponed SET due = ? WHERE follower = ? AND due > ?');
  }

  /**
   * The last position that the follower has handled or postponed. A lost row of a follower that sends mail or webhook messages is
   * replaced by one at the end of the log: from the beginning, it would send all of them once more.
   */
  get(follower: string): number {
    const row = this.#select.get(follower);
    if (row || !SENDERS.has(follower)) return row?.position ?? 0;
    const end = this.#end.get() ?? 0;
    this.set(follower, end);
    this.#onLost(follower);
    return end;
  }

  /** Says which events a running follower handles. */
  follow(follower: string, types: readonly string[]): void {
    this.#followed.set(follower, types);
  }

  /** How far each follower is, by name. */
  all(): FollowerState[] {
    const stored = this.#all.all();
    const news = [...this.#followed.keys()].filter((name) => stored.every((each) => each.name !== name));
    const states = [...stored, ...news.map((name) => ({ name, position: 0, postponed: 0 }))];
    return states.map((state) => Object.assign(state, { waiting: this.#waiting(state) }));
  }

  #waiting({ name, position }: Pick<FollowerState, 'name' | 'position'>): number | null {
    const types = this.#followed.get(name);
    return types ? this.countAfter(types, position) : null;
  }

  /** Number of events of some types after a position. */
  countAfter(types: readonly string[], position: number): number {
    return types.reduce((sum, type) => sum + (this.#countAfter.get(type, position) ?? 0), 0);
  }

  set(follower: string, position: number): void {
    this.#upsert.run(follower, position);
  }

  /** Whether an event of the lane is postponed: later events of the same lane must not overtake it. */
  isOccupied(follower: string, lane: string): boolean {
    return this.#isOccupied.get(follower, lane) === 1;
  }

  /** Whether a follower has handled a part of the effect of an event. */
  isDone(follower: string, position: number, part: string): boolean {
    if (position > this.get(follower)) return false;
    const done = this.#doneParts.get(follower, position);
    return done === undefined || partsIn(done).includes(part);
  }

  /** The postponed event that is due first, among the first of each lane. */
  nextPostponed(follower: string): PostponedEvent | null {
    const row = this.#next.get(follower);
    return row ? { ...row, done: partsIn(row.done) } : null;
  }

  /** The first of the postponed events of a follower, and how many there are; null for none. */
  firstPostponed(follower: string): (Pick<PostponedEvent, 'position' | 'attempts'> & { readonly all: number }) | null {
    return this.#first.get(follower) ?? null;
  }

  /** Postpones a failed event until it is due; the follower continues after it. */
  postpone(follower: string, { position, lane, attempts, due, done }: PostponedEvent): void {
    this.#together(() => {
      this.#postpone.run(follower, position, lane, attempts, due, JSON.stringify(done));
      if (position > this.get(follower)) this.#upsert.run(follower, position);
    });
  }

  /** Queues an event behind the postponed ones of its lane; the follower continues after it. */
  queue(follower: string, { position, lane }: Pick<PostponedEvent, 'position' | 'lane'>): void {
    this.#together(() => {
      this.#postpone.run(follower, position, lane, 0, null, '[]');
      this.#upsert.run(follower, position);
    });
  }

  /** Removes a postponed event after it was handled; the next of its lane is due at `now`. */
  settle(follower: string, { position, lane }: Pick<PostponedEvent, 'position' | 'lane'>, now: number): void {
    this.#together(() => {
      this.#remove.run(follower, position);
      this.#promote.run(now, follower, lane);
    });
  }

  /** Makes every postponed event due at this time at the latest. */
  hasten(follower: string, latest: number): void {
    this.#hasten.run(latest, follower, latest);
  }

  #together(steps: () => void): void {
    this.#db.transaction(steps).immediate();
  }
}
