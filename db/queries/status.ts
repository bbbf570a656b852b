import { type Expression, type SqlBool, sql } from 'kysely';
import { PROJECTIONS_BUILD } from '../projections/projections-build.ts';
import type { Queries } from '../tables.ts';

const LATE_MS = 10 * 60_000;

export interface KindStatus {
  readonly kind: string;
  readonly waiting: number;
  /** `late`: due for ten minutes or longer. */
  readonly due: number;
  readonly failing: number;
  readonly late: number;
  readonly parked: number;
}

export interface Status {
  readonly position: number;
  readonly head: string | null;
  readonly lastAt: number | null;
  /** Null before the first start of a build. */
  readonly projections: { readonly position: number; readonly isStale: boolean } | null;
  readonly rebuiltTo: number | null;
  readonly jobs: readonly KindStatus[];
}

export async function readStatus(db: Queries, now: number): Promise<Status> {
  const last = db.selectFrom('events').select(['position', 'hash', 'at']).orderBy('position', 'desc').limit(1);
  const { position = 0, hash = null, at = null } = (await last.executeTakeFirst()) ?? {};
  const sets = await db.selectFrom('projection_sets').selectAll().execute();
  const served = sets.filter(({ is_served }) => is_served === 1);
  // With PostgreSQL, each of several releases serves its own.
  const own = served.find(({ suffix }) => suffix.startsWith(PROJECTIONS_BUILD)) ?? served[0];
  return {
    position,
    head: hash,
    lastAt: at,
    projections: own ? { position: own.folded_to, isStale: own.is_stale === 1 } : null,
    rebuiltTo: sets.find(({ is_served }) => is_served === 0)?.folded_to ?? null,
    jobs: await jobsByKind(db, now),
  };
}

export async function servesThisBuild(db: Queries): Promise<boolean> {
  const served = db.selectFrom('projection_sets').select('suffix').where('is_served', '=', 1);
  return (await served.execute()).some(({ suffix }) => suffix.startsWith(PROJECTIONS_BUILD));
}

export function jobsByKind(db: Queries, now: number): Promise<KindStatus[]> {
  const hasFailed = sql<boolean>`(attempts > 0)`.as('hasFailed');
  // Literals, because SQLite uses a partial index only if its condition is in the text of the query.
  const inState = (state: 'waiting' | 'parked') =>
    db.selectFrom('jobs').select(['kind', 'state', 'due', hasFailed]).where('state', '=', sql.lit(state));
  const countable = inState('waiting').unionAll(inState('parked').where('dismissed_at', 'is', null));
  return db
    .selectFrom(countable.as('jobs'))
    .select((where) => {
      const count = (...all: Expression<SqlBool>[]) => where.fn.countAll<number>().filterWhere(where.and(all));
      const waiting = where('state', '=', 'waiting');
      return [
        'kind',
        count(waiting).as('waiting'),
        count(waiting, where('due', '<=', now)).as('due'),
        count(waiting, where('hasFailed', '=', sql.lit(true))).as('failing'),
        count(waiting, where('due', '<=', now - LATE_MS)).as('late'),
        count(where('state', '=', 'parked')).as('parked'),
      ];
    })
    .groupBy('kind')
    .orderBy('kind')
    .execute();
}
