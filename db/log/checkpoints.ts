import type { SqliteDatabase } from '../disk/sqlite.ts';

/** An event that a follower could not handle yet. */
export interface PostponedEvent {
  readonly position: number;
  /** Events of one lane are handled in log order. */
  readonly lane: string;
  /** How often it was tried. */
  readonly attempts: number;
  /** When it may be tried again, in milliseconds by the follower's clock. */
  readonly due: number;
  /** The parts of its effect that are carried out already. */
  readonly done: readonly string[];
}

interface PostponedRow extends Omit<PostponedEvent, 'done'> {
  readonly done: string;
}

/** What cannot be read counts as not carried out: each part goes out under its own key, so that a repetition is harmless. */
function partsIn(text: string): readonly string[] {
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) ? parts.filter((part) => typeof part === 'string') : [];
  } catch {
    return [];
  }
}

/**
 * How far each follower of the log has come, and the events before that which it could not handle yet: kept where the log is,
 * and changed together.
 */
export class Checkpoints {
  readonly #db: SqliteDatabase;
  readonly #select;
  readonly #upsert;
  readonly #isOccupied;
  readonly #next;
  readonly #postpone;
  readonly #remove;
  readonly #promote;
  readonly #hasten;

  constructor(db: SqliteDatabase) {
    this.#db = db;
    this.#select = db.prepare<[string], { position: number }>('SELECT position FROM checkpoints WHERE follower = ?');
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
    this.#hasten = db.prepare<[number, string, number]>('UPDATE postponed SET due = ? WHERE follower = ? AND due > ?');
  }

  /** The last position that the follower has handled or postponed. */
  get(follower: string): number {
    return this.#select.get(follower)?.position ?? 0;
  }

  set(follower: string, position: number): void {
    this.#upsert.run(follower, position);
  }

  /** Whether an event of the lane waits: later ones of the same lane must not overtake it. */
  isOccupied(follower: string, lane: string): boolean {
    return this.#isOccupied.get(follower, lane) === 1;
  }

  /** The postponed event that is due first, of those that are the first of their lane. */
  nextPostponed(follower: string): PostponedEvent | null {
    const row = this.#next.get(follower);
    return row ? { ...row, done: partsIn(row.done) } : null;
  }

  /** Puts a failed event off until it is due; the follower goes on after it. */
  postpone(follower: string, { position, lane, attempts, due, done }: PostponedEvent): void {
    this.#together(() => {
      this.#postpone.run(follower, position, lane, attempts, due, JSON.stringify(done));
      if (position > this.get(follower)) this.#upsert.run(follower, position);
    });
  }

  /** Puts an event behind those of its lane that wait; the follower goes on after it. */
  queue(follower: string, { position, lane }: Pick<PostponedEvent, 'position' | 'lane'>): void {
    this.#together(() => {
      this.#postpone.run(follower, position, lane, 0, null, '[]');
      this.#upsert.run(follower, position);
    });
  }

  /** Removes a postponed event that was handled; the next of its lane is due at `now`. */
  settle(follower: string, { position, lane }: Pick<PostponedEvent, 'position' | 'lane'>, now: number): void {
    this.#together(() => {
      this.#remove.run(follower, position);
      this.#promote.run(now, follower, lane);
    });
  }

  /** Makes no postponed event due later than this. */
  hasten(follower: string, latest: number): void {
    this.#hasten.run(latest, follower, latest);
  }

  #together(steps: () => void): void {
    this.#db.transaction(steps).immediate();
  }
}
