/** How often each page was measured how fast: counts by day, page, measure and interval, with nothing about any visitor. */
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import type { GuardedWrite } from '../../change.ts';
import type { Queries } from '../../tables.ts';

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

interface Parts {
  readonly db: Queries;
  readonly write: (writes: readonly GuardedWrite[]) => Promise<void>;
}

/** Counts that wait in memory until they are written. */
export class VitalsCounts {
  readonly #parts: Parts;
  readonly #waiting = new Map<string, VitalMeasured & { views: number }>();
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Counts a measured value. */
  add(measured: VitalMeasured, views = 1): void {
    const key = Object.values(measured).join('\n');
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.views += views;
    else if (this.#waiting.size < MOST_WAITING) this.#waiting.set(key, { ...measured, views });
    this.#timer ??= setTimeout(() => void this.write(), PAUSE_MS).unref();
  }

  /** The counts from this day on. */
  async since(day: CivilDate): Promise<VitalCount[]> {
    await this.write();
    const by = ['page', 'vital', 'bucket'] as const;
    const counts = this.#parts.db.selectFrom('vitals').select(({ fn }) => [...by, fn.sum<number>('views').as('views')]);
    return counts.where('day', '>=', day).groupBy(by).orderBy('page').orderBy('vital').orderBy('bucket').execute();
  }

  /** Writes what is counted; also happens automatically within seconds. If that is refused, the counts wait again. */
  async write(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const counts = [...this.#waiting.values()];
    if (counts.length === 0) return;
    this.#waiting.clear();
    const { db, write } = this.#parts;
    const last = counts
      .map(({ day }) => day)
      .toSorted()
      .at(-1)!;
    const outdated = db.deleteFrom('vitals').where('day', '<', addDays(last, -KEPT_DAYS));
    try {
      await write([...counts.map((count) => addViews(db, count)), { query: outdated.compile() }]);
    } catch {
      // The store has reported why.
      for (const { views, ...measured } of counts) this.add(measured, views);
    }
  }
}

function addViews(db: Queries, count: VitalMeasured & { readonly views: number }): GuardedWrite {
  const insert = db
    .insertInto('vitals')
    .values(count)
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'page', 'vital', 'bucket'])
        .doUpdateSet((row) => ({ views: row('vitals.views', '+', row.ref('excluded.views')) })),
    );
  return { query: insert.compile() };
}
