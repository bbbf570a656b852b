/** Web Vitals: page views, counted by day, page, metric and bucket. Holds nothing about any visitor. */
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import type { GuardedWrite } from '../../change.ts';
import type { Queries } from '../../tables.ts';

export interface VitalCount {
  readonly page: string;
  readonly vital: string;
  /** Which interval of a histogram the measured value is in. */
  readonly bucket: number;
  readonly views: number;
}

/** Days for which counts are kept. */
const KEPT_DAYS = 90;

const KEY = ['day', 'page', 'vital', 'bucket'] as const;

/** Counts one page view in the bucket of each of its metrics. Deletes outdated counts. */
export function addView(db: Queries, day: CivilDate, measured: readonly Omit<VitalCount, 'views'>[]): GuardedWrite[] {
  const outdated = db.deleteFrom('vitals').where('day', '<', addDays(day, -KEPT_DAYS));
  const counted = measured.map((each) =>
    db
      .insertInto('vitals')
      .values({ day, ...each, views: 1 })
      .onConflict((conflict) => conflict.columns(KEY).doUpdateSet((row) => ({ views: row('vitals.views', '+', 1) }))),
  );
  return [...counted, outdated].map((query) => ({ query: query.compile() }));
}

/** Counts since a day, this one included. */
export function vitalsSince(db: Queries, day: CivilDate): Promise<VitalCount[]> {
  const by = ['page', 'vital', 'bucket'] as const;
  const counts = db.selectFrom('vitals').select(({ fn }) => [...by, fn.sum<number>('views').as('views')]);
  return counts.where('day', '>=', day).groupBy(by).orderBy('page').orderBy('vital').orderBy('bucket').execute();
}
