/**
 * How often each page was measured how fast: counts by day, page, measure and interval, with nothing about any visitor. While they cannot
 * be written they wait in memory.
 */
import type { SqliteDatabase } from '../disk/sqlite.ts';
import type { CivilDate } from '#shared/civil-date.ts';

export interface VitalCount {
  readonly page: string;
  readonly vital: string;
  /** Number of the interval that the measured value is in. */
  readonly bucket: number;
  readonly views: number;
}

export type VitalMeasured = Omit<VitalCount, 'views'> & { readonly day: CivilDate };

/** Days for which counts are kept. */
const KEPT_DAYS = 90;

/** Different counts that wait in memory; further ones are dropped until some are written. */
const MOST_WAITING = 5000;

/** How long a count waits to be written together with others, in milliseconds. */
const PAUSE_MS = 5000;

export class VitalsCounts {
  readonly #db: SqliteDatabase;
  readonly #report: (message: string, detail: unknown) => void;
  readonly #waiting = new Map<string, VitalMeasured & { views: number }>();
  #timer: NodeJS.Timeout | null = null;
  #isFailing = false;

  /** `report` is called when counts cannot be written. */
  constructor(db: SqliteDatabase, report: (message: string, detail: unknown) => void) {
    this.#db = db;
    this.#report = report;
  }

  /** Counts a measured value. */
  add(measured: VitalMeasured): void {
    const key = Object.values(measured).join('\n');
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.views += 1;
    else if (this.#waiting.size < MOST_WAITING) this.#waiting.set(key, { ...measured, views: 1 });
    this.#timer ??= setTimeout(() => this.write(), PAUSE_MS).unref();
  }

  /** The counts from this day on. */
  since(day: CivilDate): VitalCount[] {
    this.write();
    return this.#db
      .prepare<[string], VitalCount>(
        `SELECT page, vital, bucket, sum(views) AS views FROM vitals WHERE day >= ?
         GROUP BY page, vital, bucket ORDER BY page, vital, bucket`,
      )
      .all(day);
  }

  /** Writes what is counted; also happens automatically within seconds. */
  write(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting.size === 0) return;
    try {
      const write = this.#db.prepare<[VitalMeasured & { views: number }]>(
        `INSERT INTO vitals (day, page, vital, bucket, views) VALUES (:day, :page, :vital, :bucket, :views)
         ON CONFLICT DO UPDATE SET views = views + excluded.views`,
      );
      const forget = this.#db.prepare<[number]>(
        "DELETE FROM vitals WHERE day < date((SELECT max(day) FROM vitals), '-' || ? || ' days')",
      );
      this.#db.transaction(() => {
        for (const count of this.#waiting.values()) write.run(count);
        forget.run(KEPT_DAYS);
      })();
      this.#waiting.clear();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#report('page speed not written', error);
      this.#isFailing = true;
    }
  }
}
