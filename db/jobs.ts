/**
 * Work that waits in the database: mail, refunds, sweeps. Rows hold ids and codes of ours, no personal data, and stay when they are
 * done, because the story of a booking and the statistics read them.
 */
import type { Recorded } from '#events/event.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { SqliteDatabase } from './engine/sqlite/sqlite.ts';

/** Only a waiting job blocks later jobs of its order. A parked job runs again if the owner asks for it. */
export type JobState = 'waiting' | 'done' | 'parked';

/** A job to insert. */
export interface NewJob {
  /** Unique in its kind: a second job with the same key isn't inserted. Effects take their idempotency key from it. */
  readonly key: string;
  /** Jobs of a kind with the same order run one at a time, by id. A job with an order of its own waits for no other. */
  readonly order: string;
  /** When it can run, in milliseconds. */
  readonly due: number;
  /** Whether a job with the same key that is there becomes due again instead, also one that was done. */
  readonly wakes?: true;
}

export interface KindOfJob extends NewJob {
  readonly kind: string;
  /** The position of the event that caused it; null for none. */
  readonly position: number | null;
}

export interface Job extends KindOfJob {
  readonly id: number;
  readonly state: JobState;
  /** Number of failed attempts. */
  readonly attempts: number;
  /** Why it was parked last, in a word of ours; null if it never was. */
  readonly code: string | null;
  /** When it was inserted, and when it was last done or parked, in milliseconds. */
  readonly at: number;
  readonly endedAt: number | null;
  /** The account of the admin who took it off the list, when, and why; null while it is listed. */
  readonly dismissedBy: string | null;
  readonly dismissedAt: number | null;
  readonly dismissedReason: string | null;
}

/** What a change does to a job, which must still be in the state `from`. */
export interface JobUpdate {
  readonly id: number;
  readonly from: JobState;
  /** When it must still be due: an event may have woken it meanwhile. Absent if that doesn't matter. */
  readonly fromDue?: number;
  readonly set: Partial<Omit<Job, 'id' | 'at' | keyof KindOfJob>> & { readonly due?: number };
}

/** A kind of job, and the events that cause one. */
export interface JobSource {
  readonly kind: string;
  /** Pure: called inside the transaction that records the event. */
  readonly on: {
    readonly [Type in DomainEvent['type']]?: (
      event: Recorded<Extract<DomainEvent, { type: Type }>>,
    ) => NewJob | readonly NewJob[] | null;
  };
}

/** What `resume` needs of a kind. */
interface Resumed {
  readonly kind: string;
  readonly every?: number;
  readonly atStart?: true;
  readonly longestWaitMs?: number;
}

type On = (event: Recorded<DomainEvent>) => NewJob | readonly NewJob[] | null;

const COLUMNS = `id, kind, key, order_key AS "order", due, state, attempts, code, position, at, ended_at AS endedAt,
  dismissed_by AS dismissedBy, dismissed_at AS dismissedAt, dismissed_reason AS dismissedReason`;

/** Reads and writes jobs. What the committer calls runs in its transaction. */
export class Jobs {
  readonly #sources: readonly JobSource[];
  readonly #insert;
  readonly #wake;
  readonly #update;
  readonly #byId;
  readonly #byKey;
  readonly #due;
  readonly #hasten;
  readonly #hastenFailed;
  readonly #recur;
  readonly #endDue;

  constructor(db: SqliteDatabase, sources: readonly JobSource[] = []) {
    this.#sources = sources;
    this.#insert = db.prepare<[string, string, string, number, number | null, number]>(
      `INSERT INTO jobs (kind, key, order_key, due, position, at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (kind, key) DO NOTHING`,
    );
    this.#wake = db.prepare<[number, string, string]>(
      `UPDATE jobs SET due = ?, state = 'waiting', attempts = 0, code = NULL, ended_at = NULL WHERE kind = ? AND key = ?`,
    );
    this.#update = db.prepare<Job>(
      `UPDATE jobs SET due = @due, state = @state, attempts = @attempts, code = @code, ended_at = @endedAt,
         dismissed_by = @dismissedBy, dismissed_at = @dismissedAt, dismissed_reason = @dismissedReason
       WHERE id = @id`,
    );
    this.#byId = db.prepare<[number], Job>(`SELECT ${COLUMNS} FROM jobs WHERE id = ?`);
    this.#byKey = db.prepare<[string, string], Job>(`SELECT ${COLUMNS} FROM jobs WHERE kind = ? AND key = ?`);
    this.#due = db.prepare<{ kind: string; hasFailed: 0 | 1; until: number; limit: number }, Job>(
      `SELECT ${COLUMNS} FROM jobs
       WHERE kind = @kind AND state = 'waiting' AND (attempts > 0) = @hasFailed AND due <= @until AND NOT EXISTS (
         SELECT 1 FROM jobs AS earlier WHERE earlier.kind = jobs.kind AND earlier.order_key = jobs.order_key
           AND earlier.state = 'waiting' AND earlier.id < jobs.id)
       ORDER BY due, id LIMIT @limit`,
    );
    this.#hasten = db.prepare<{ kind: string; latest: number }>(
      `UPDATE jobs SET due = @latest WHERE kind = @kind AND state = 'waiting' AND due > @latest`,
    );
    this.#hastenFailed = db.prepare<{ latest: number }>(
      `UPDATE jobs SET due = @latest WHERE state = 'waiting' AND attempts > 0 AND due > @latest`,
    );
    this.#endDue = db.prepare<{ now: number }>(
      `UPDATE jobs SET state = 'done', ended_at = @now WHERE state = 'waiting' AND due <= @now`,
    );
    this.#recur = db.prepare<{ kind: string; now: number; latest: number }>(
      `INSERT INTO jobs (kind, key, order_key, due, at) VALUES (@kind, 'recurring', '', @now, @now)
       ON CONFLICT (kind, key) DO UPDATE SET due = min(due, @latest)`,
    );
  }

  /** The jobs that an event causes. */
  causedBy(event: Recorded<DomainEvent>): KindOfJob[] {
    const found: KindOfJob[] = [];
    for (const { kind, on } of this.#sources) {
      const jobs = (on[event.type] as On | undefined)?.(event);
      if (jobs) for (const job of [jobs].flat()) found.push({ kind, position: event.position, ...job });
    }
    return found;
  }

  insert({ kind, key, order, due, position, wakes }: KindOfJob, at: number): void {
    const { changes } = this.#insert.run(kind, key, order, due, position, at);
    if (wakes && changes === 0) this.#wake.run(due, kind, key);
  }

  /** Whether the job is still as the update expects it. */
  canUpdate({ id, from, fromDue }: JobUpdate): boolean {
    const job = this.#byId.get(id);
    return job?.state === from && (fromDue === undefined || job.due === fromDue);
  }

  update({ id, set }: JobUpdate): void {
    this.#update.run({ ...this.byId(id)!, ...set });
  }

  byKey(kind: string, key: string): Job | null {
    return this.#byKey.get(kind, key) ?? null;
  }

  byId(id: number): Job | null {
    return this.#byId.get(id) ?? null;
  }

  /**
   * Waiting jobs of a kind that are due, none of them behind another of its order. Those that never failed come first, so that
   * failing ones delay no other.
   */
  due(kind: string, until: number, limit: number): Job[] {
    const page = { kind, until, limit };
    const first = this.#due.all({ ...page, hasFailed: 0 });
    if (first.length === limit) return first;
    return [...first, ...this.#due.all({ ...page, hasFailed: 1, limit: limit - first.length })];
  }

  /** Makes waiting jobs of a kind due at `latest`. */
  hasten(kind: string, latest: number): void {
    this.#hasten.run({ kind, latest });
  }

  /** Ends waiting jobs that are due, without running them. */
  endDue(now: number): void {
    this.#endDue.run({ now });
  }

  /**
   * At the start, and after the clock was set back: makes failed jobs due at `latest`, those of recurring kinds within their interval or
   * now, and others within the longest wait of their kind.
   */
  resume(kinds: readonly Resumed[], { now, latest }: { readonly now: number; readonly latest: number }): void {
    this.#hastenFailed.run({ latest });
    for (const { kind, every, atStart, longestWaitMs } of kinds) {
      if (every !== undefined) this.#recur.run({ kind, now, latest: atStart ? now : now + every });
      if (longestWaitMs !== undefined) this.#hasten.run({ kind, latest: now + longestWaitMs });
    }
  }
}
