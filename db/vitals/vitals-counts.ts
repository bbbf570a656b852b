/**
 * How often each page was measured how fast: counts by day, page, measure and interval, in a file of its own that holds nothing about
 * any visitor. The file is disposable: when it is damaged it is made again, empty; when it cannot be written, counts wait in memory.
 */
import { rmSync } from 'node:fs';
import { type SqliteDatabase, isBroken, migrate, openSqlite } from '../disk/sqlite.ts';
import type { CivilDate } from '#shared/civil-date.ts';

export interface VitalCount {
  readonly page: string;
  readonly vital: string;
  /** Number of the interval that the measured value is in. */
  readonly bucket: number;
  readonly views: number;
}

export type VitalMeasured = Omit<VitalCount, 'views'> & { readonly day: CivilDate };

interface Options {
  readonly file: string;
  /** Called when counts are lost or cannot be written. */
  readonly report: (message: string, detail: unknown) => void;
}

/** Days for which counts are kept. */
const KEPT_DAYS = 90;

/** Different counts that wait in memory; further ones are dropped until some are written. */
const MOST_WAITING = 5000;

/** How long a count waits to be written together with others, in milliseconds. */
const PAUSE_MS = 5000;

const STEPS: readonly string[] = [
  `
  CREATE TABLE vitals (
    day TEXT NOT NULL,
    page TEXT NOT NULL,
    vital TEXT NOT NULL,
    bucket INTEGER NOT NULL,
    views INTEGER NOT NULL,
    PRIMARY KEY (day, page, vital, bucket)
  ) STRICT, WITHOUT ROWID;
`,
];

export class VitalsCounts {
  readonly #options: Options;
  readonly #waiting = new Map<string, VitalMeasured & { views: number }>();
  #db: SqliteDatabase;
  #timer: NodeJS.Timeout | null = null;
  #isFailing = false;

  constructor(options: Options) {
    this.#options = options;
    this.#db = this.#open();
  }

  /** Counts a measured value. */
  add(measured: VitalMeasured): void {
    const key = Object.values(measured).join('\n');
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.views += 1;
    else if (this.#waiting.size < MOST_WAITING) this.#waiting.set(key, { ...measured, views: 1 });
    this.#timer ??= setTimeout(() => this.#write(), PAUSE_MS).unref();
  }

  /** The counts from this day on. */
  since(day: CivilDate): VitalCount[] {
    this.#write();
    try {
      return this.#db
        .prepare<[string], VitalCount>(
          `SELECT page, vital, bucket, sum(views) AS views FROM vitals WHERE day >= ?
           GROUP BY page, vital, bucket ORDER BY page, vital, bucket`,
        )
        .all(day);
    } catch (error) {
      this.#failed(error);
      return [];
    }
  }

  close(): void {
    this.#write();
    this.#db.close();
  }

  #write(): void {
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
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    if (!this.#isFailing) this.#options.report('the counts of page speed could not be read or written', error);
    this.#isFailing = true;
    if (!isBroken(error)) return;
    this.#db.close();
    this.#remove();
    this.#db = this.#open();
  }

  #open(): SqliteDatabase {
    const { file, report } = this.#options;
    try {
      return opened(file);
    } catch (error) {
      report('the counts of page speed begin anew', error);
    }
    try {
      this.#remove();
      return opened(file);
    } catch {
      return opened(':memory:');
    }
  }

  #remove(): void {
    const { file } = this.#options;
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
  }
}

function opened(file: string): SqliteDatabase {
  const db = openSqlite(file, 'copy');
  try {
    migrate(db, STEPS);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
