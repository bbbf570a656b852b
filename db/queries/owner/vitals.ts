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

/** Days for which counts are kept. */
const KEPT_DAYS = 90;

/** Counts one view of a page, by what was measured. Removes outdated counts. */
export function addView(db: Queries, day: CivilDate, measured: readonly Omit<VitalCount, 'views'>[]): GuardedWrite[] {
  const outdated = db.deleteFrom('vitals').where('day', '<', addDays(day, -KEPT_DAYS));
  const counted = measured.map((each) =>
    db
      .insertInto('vitals')
      .values({ day, ...each, views: 1 })
      .onConflict((conflict) => conflict.doUpdateSet((row) => ({ views: row('vitals.views', '+', 1) }))),
  );
  return [...counted, outdated].map((query) => ({ query: query.compile() }));
}

/** The counts from this day on. */
export function vitalsSince(db: Queries, day: CivilDate): Promise<VitalCount[]> {
  const by = ['page', 'vital', 'bucket'] as const;
  const counts = db.selectFrom('vitals').select(({ fn }) => [...by, fn.sum<number>('views').as('views')]);
  return counts.where('day', '>=', day).groupBy(by).orderBy('page').orderBy('vital').orderBy('bucket').execute();
}
