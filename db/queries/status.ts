/** How far the log is, and what follows from it. */
import { sql } from 'kysely';
import type { Queries } from '../tables.ts';

/** The job that rebuilds the projections at the request of the owner or the operator. */
export const REBUILD = { kind: 'rebuild', key: 'all', order: '', position: null, wakes: true } as const;

/** After this many milliseconds, a job that is due counts as late. */
const LATE_MS = 10 * 60_000;

export interface KindStatus {
  readonly kind: string;
  readonly waiting: number;
  /** Of those that wait: due for ten minutes or longer. */
  readonly late: number;
  readonly parked: number;
}

export interface Status {
  /** The last event's position and hash, and when it happened, in milliseconds; null in a log without events. */
  readonly position: number;
  readonly head: string | null;
  readonly lastAt: number | null;
  readonly projections: readonly { readonly name: string; readonly position: number; readonly isStale: boolean }[];
  /** The position that a running rebuild has reached; null when none runs. */
  readonly rebuiltTo: number | null;
  /** Kinds of which a job waits or is parked. */
  readonly jobs: readonly KindStatus[];
}

export async function readStatus(db: Queries, now: number): Promise<Status> {
  const last = db.selectFrom('events').select(['position', 'hash', 'at']).orderBy('position', 'desc').limit(1);
  const { position = 0, hash = null, at = null } = (await last.executeTakeFirst()) ?? {};
  const tables = await db
    .selectFrom('projection_tables')
    .select(['name', 'folded_to', 'is_served', 'is_stale'])
    .orderBy('name')
    .execute();
  const drafts = tables.filter(({ is_served }) => is_served === 0);
  return {
    position,
    head: hash,
    lastAt: at,
    projections: tables
      .filter(({ is_served }) => is_served === 1)
      .map(({ name, folded_to, is_stale }) => ({ name, position: folded_to, isStale: is_stale === 1 })),
    rebuiltTo: drafts.length === 0 ? null : Math.min(...drafts.map(({ folded_to }) => folded_to)),
    jobs: await jobsByKind(db, now),
  };
}

function jobsByKind(db: Queries, now: number): Promise<KindStatus[]> {
  return db
    .selectFrom('jobs')
    .select(({ fn }) => [
      'kind',
      fn.countAll<number>().filterWhere('state', '=', 'waiting').as('waiting'),
      fn
        .countAll<number>()
        .filterWhere((where) => where.and([where('state', '=', 'waiting'), where('due', '<=', now - LATE_MS)]))
        .as('late'),
      fn.countAll<number>().filterWhere('state', '=', 'parked').as('parked'),
    ])
    .where('state', '<>', sql.lit('done'))
    .where('dismissed_at', 'is', null)
    .groupBy('kind')
    .orderBy('kind')
    .execute();
}
