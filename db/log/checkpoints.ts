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

/**
 * The checkpoint of each follower of the log, and the earlier events that it could not handle yet. Updated
 * together.
 */
export class Checkpoints {
  readonly #db: SqliteDatabase;
  readonly #select;
  readonly #all;
  readonly #upsert;
  readonly #isOccupied;
  readonly #next;
  readonly #postpone;
  readonly #remove;
  readonly #promote;
  readonly #hasten;
  readonly #countAfter;
  /** The types of events that each running follower handles. */
  readonly #followed = new Map<string, readonly string[]>();

  constructor(db: SqliteDatabase) {
    this.#db = db;
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
    this.#next = db.prepare<[string], PostponedRow>(
      `SELECT position, lane, attempts, due, done FROM postponed
       WHERE follower = ? AND due IS NOT NULL ORDER BY due, position LIMIT 1`,
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

  /** The last position that the follower has handled or postponed. */
  get(follower: string): number {
    return this.#select.get(follower)?.position ?? 0;
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
    return types?.reduce((sum, type) => sum + (this.#countAfter.get(type, position) ?? 0), 0) ?? null;
  }

  set(follower: string, position: number): void {
    this.#upsert.run(follower, position);
  }

  /** Whether an event of the lane is postponed: later events of the same lane must not overtake it. */
  isOccupied(follower: string, lane: string): boolean {
    return this.#isOccupied.get(follower, lane) === 1;
  }

  /** The postponed event that is due first, among the first of each lane. */
  nextPostponed(follower: string): PostponedEvent | null {
    const row = this.#next.get(follower);
    return row ? { ...row, done: partsIn(row.done) } : null;
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
