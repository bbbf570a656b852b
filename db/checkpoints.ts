import type { SqliteDatabase } from './sqlite.ts';

/** How far each follower of the log has come, kept where the log is. */
export class Checkpoints {
  readonly #select;
  readonly #upsert;

  constructor(db: SqliteDatabase) {
    this.#select = db.prepare<[string], { position: number }>('SELECT position FROM checkpoints WHERE follower = ?');
    this.#upsert = db.prepare<[string, number]>(
      `INSERT INTO checkpoints (follower, position) VALUES (?, ?)
       ON CONFLICT (follower) DO UPDATE SET position = excluded.position`,
    );
  }

  get(follower: string): number {
    return this.#select.get(follower)?.position ?? 0;
  }

  set(follower: string, position: number): void {
    this.#upsert.run(follower, position);
  }
}
