import { type Job, type JobUpdate, type JobSpec, canUpdate } from '../../jobs.ts';
import type { SqliteDatabase } from './sqlite.ts';

const COLUMNS = `id, due, state, attempts, code, ended_at AS endedAt, leased_until AS leasedUntil,
  dismissed_by AS dismissedBy, dismissed_at AS dismissedAt, dismissed_reason AS dismissedReason`;

/** What a batch does to jobs, in its transaction. */
export class JobTable {
  readonly #insert;
  readonly #select;
  readonly #update;

  constructor(db: SqliteDatabase) {
    this.#insert = db.prepare<[string, string, string | null, number, number | null, number, 0 | 1]>(
      `INSERT INTO jobs (kind, key, order_key, due, position, at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (kind, key) DO UPDATE
         SET due = excluded.due, state = 'waiting', attempts = 0, code = NULL, ended_at = NULL WHERE ?`,
    );
    this.#select = db.prepare<[number], Job>(`SELECT ${COLUMNS} FROM jobs WHERE id = ?`);
    this.#update = db.prepare<Job>(
      `UPDATE jobs SET due = @due, state = @state, attempts = @attempts, code = @code, ended_at = @endedAt,
         dismissed_by = @dismissedBy, dismissed_at = @dismissedAt, dismissed_reason = @dismissedReason
       WHERE id = @id`,
    );
  }

  insert({ kind, key, orderKey, due, position, wakes }: JobSpec, at: number): void {
    this.#insert.run(kind, key, orderKey ?? null, due, position, at, wakes ? 1 : 0);
  }

  /** Whether the job is still as the update expects it. */
  canUpdate(update: JobUpdate): boolean {
    return canUpdate(this.#select.get(update.id), update);
  }

  update({ id, set }: JobUpdate): void {
    this.#update.run({ ...this.#select.get(id)!, ...set });
  }
}
