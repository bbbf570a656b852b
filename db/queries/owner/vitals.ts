/** Page views by day, page, metric and bucket, without data about visitors. */
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import type { GuardedWrite } from '../../change.ts';
import type { Queries } from '../../tables.ts';

export interface VitalCount {
  readonly page: string;
  readonly vital: string;
  readonly bucket: number;
  readonly views: number;
}

const KEPT_DAYS = 90;

const KEY = ['day', 'page', 'vital', 'bucket'] as const;

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

export function vitalsSince(db: Queries, day: CivilDate): Promise<VitalCount[]> {
  const by = ['page', 'vital', 'bucket'] as const;
  const counts = db.selectFrom('vitals').select(({ fn }) => [...by, fn.sum<number>('views').as('views')]);
  return counts.where('day', '>=', day).groupBy(by).orderBy('page').orderBy('vital').orderBy('bucket').execute();
}
