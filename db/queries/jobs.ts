/** What became of jobs: for the owner's list, the story of a booking and the statistics. */
import { sql } from 'kysely';
import type { Job } from '../jobs.ts';
import type { Queries } from '../tables.ts';

const COLUMNS = [
  'id',
  'kind',
  'key',
  'order_key as order',
  'due',
  'state',
  'attempts',
  'code',
  'position',
  'at',
  'ended_at as endedAt',
  'dismissed_by as dismissedBy',
  'dismissed_at as dismissedAt',
  'dismissed_reason as dismissedReason',
] as const;

export function jobById(db: Queries, id: number): Promise<Job | undefined> {
  return db.selectFrom('jobs').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

export function jobByKey(db: Queries, kind: string, key: string): Promise<Job | undefined> {
  return db.selectFrom('jobs').select(COLUMNS).where('kind', '=', kind).where('key', '=', key).executeTakeFirst();
}

export function jobsByKeys(db: Queries, kind: string, keys: readonly string[]): Promise<Job[]> {
  return db.selectFrom('jobs').select(COLUMNS).where('kind', '=', kind).where('key', 'in', keys).execute();
}

/** Parked jobs that are not dismissed, oldest first, as many as `limit`; and how many there are. */
export async function parkedJobs(
  db: Queries,
  limit: number,
): Promise<{ readonly jobs: Job[]; readonly total: number }> {
  const parked = db.selectFrom('jobs').where('state', '=', sql.lit('parked')).where('dismissed_at', 'is', null);
  const { total } = await parked.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { jobs: await parked.select(COLUMNS).orderBy('at').orderBy('id').limit(limit).execute(), total };
}

/** Parked jobs that the owner dismissed, the last dismissed first. */
export function dismissedJobs(db: Queries, limit: number): Promise<Job[]> {
  return db
    .selectFrom('jobs')
    .select(COLUMNS)
    .where('state', '=', sql.lit('parked'))
    .where('dismissed_at', 'is not', null)
    .orderBy('dismissed_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The job of these kinds that has waited longest, and how many wait; null for none. */
export async function firstWaiting(
  db: Queries,
  kinds: readonly string[],
): Promise<{
  readonly key: string;
  readonly since: number;
  readonly failures: number;
  readonly waiting: number;
} | null> {
  const since = sql<number>`max(at, coalesce(ended_at, 0))`;
  const first = await db
    .selectFrom('jobs')
    .select(['key', 'attempts as failures', since.as('since'), sql<number>`count(*) OVER ()`.as('waiting')])
    .where('state', '=', sql.lit('waiting'))
    .where('kind', 'in', kinds)
    .orderBy(since)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first ?? null;
}

/** How many jobs of a kind were parked at least once, and how many of them are not done. */
export function parkedAtLeastOnce(db: Queries, kind: string): Promise<{ readonly all: number; readonly open: number }> {
  return db
    .selectFrom('jobs')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('state', '<>', 'done').as('open'),
    ])
    .where('kind', '=', kind)
    .where('code', 'is not', null)
    .executeTakeFirstOrThrow();
}
