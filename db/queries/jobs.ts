import { sql } from 'kysely';
import type { GuardedWrite } from '../change.ts';
import type { Job } from '../jobs.ts';
import type { Queries } from '../tables.ts';

/** A literal, because SQLite uses a partial index only if its condition is in the text of the query. */
const WAITING = sql.lit('waiting' as const);

const COLUMNS = [
  'id',
  'kind',
  'key',
  sql<string>`coalesce(order_key, key)`.as('orderKey'),
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
  'leased_until as leasedUntil',
] as const;

export function jobById(db: Queries, id: number): Promise<Job | undefined> {
  return db.selectFrom('jobs').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

export function jobsByKeys(db: Queries, kind: string, keys: readonly string[]): Promise<Job[]> {
  return db.selectFrom('jobs').select(COLUMNS).where('kind', '=', kind).where('key', 'in', keys).execute();
}

export async function jobByKey(db: Queries, kind: string, key: string): Promise<Job | undefined> {
  return (await jobsByKeys(db, kind, [key]))[0];
}

export async function kindsWithDueJobs(db: Queries, now: number): Promise<ReadonlySet<string>> {
  const kinds = db.selectFrom('jobs').select('kind').distinct();
  const due = await kinds.where('state', '=', WAITING).where('due', '<=', now).execute();
  return new Set(due.map(({ kind }) => kind));
}

/** Jobs without a lease, and without an earlier waiting job of their order key. Failed ones come last, to delay no other. */
export async function dueJobs(db: Queries, kind: string, until: number, limit: number): Promise<Job[]> {
  const due = db
    .selectFrom('jobs')
    .select(COLUMNS)
    .where('kind', '=', kind)
    .where('state', '=', WAITING)
    .where('due', '<=', until)
    // Leases are in real time, whatever clock the jobs follow.
    .where('leased_until', '<=', Date.now())
    .where((where) => {
      const withSameKey = where
        .selectFrom('jobs as earlier')
        .select('earlier.id')
        .whereRef('earlier.kind', '=', 'jobs.kind')
        .whereRef('earlier.order_key', '=', 'jobs.order_key')
        .where('earlier.state', '=', WAITING);
      return where.not(where.exists(withSameKey.whereRef('earlier.id', '<', 'jobs.id')));
    })
    .orderBy('due')
    .orderBy('id');
  const hasFailed = sql`(attempts > 0)`;
  const first = await due.where(hasFailed, '=', sql.lit(false)).limit(limit).execute();
  if (first.length === limit) return first;
  const failed = due.where(hasFailed, '=', sql.lit(true)).limit(limit - first.length);
  return [...first, ...(await failed.execute())];
}

/** Moves later due times of a kind to `latest`. */
export function makeJobsDueBy(db: Queries, kind: string, latest: number): GuardedWrite {
  const waiting = db.updateTable('jobs').set({ due: latest }).where('state', '=', WAITING).where('due', '>', latest);
  return { query: waiting.where('kind', '=', kind).compile() };
}

export function endDueJobs(db: Queries, now: number): GuardedWrite {
  const due = db.updateTable('jobs').where('state', '=', WAITING).where('due', '<=', now);
  return { query: due.set({ state: 'done', ended_at: now }).compile() };
}

interface ResumedKind {
  readonly kind: string;
  readonly every?: number;
  readonly atStart?: true;
  readonly irreversible?: true;
  readonly longestWaitMs?: number;
}

/** Corrects due times at startup, and after the clock was set back, when a job could wait too long. */
export function resumeJobs(
  db: Queries,
  kinds: readonly ResumedKind[],
  { now, latest }: { readonly now: number; readonly latest: number },
): GuardedWrite[] {
  const waiting = db.updateTable('jobs').where('state', '=', WAITING);
  const failed = waiting.where('attempts', '>', 0).where('due', '>', latest).set({ due: latest });
  const overdue = waiting.where('due', '>', now).whereRef('due', '<=', 'at').set({ due: now });
  const recurring = kinds.filter(({ every }) => every !== undefined);
  return [
    { query: failed.compile() },
    ...kinds.flatMap(({ kind, irreversible }) =>
      irreversible ? [] : { query: overdue.where('kind', '=', kind).compile() },
    ),
    ...recurring.map(({ kind, every, atStart }) =>
      upsertRecurring(db, kind, { now, latest: atStart ? now : now + every! }),
    ),
    ...kinds.flatMap(({ kind, longestWaitMs }) =>
      longestWaitMs === undefined ? [] : makeJobsDueBy(db, kind, now + longestWaitMs),
    ),
  ];
}

/** Inserts the job of a recurring kind, or makes it due by `latest`. */
function upsertRecurring(
  db: Queries,
  kind: string,
  { now, latest }: { readonly now: number; readonly latest: number },
) {
  const insert = db
    .insertInto('jobs')
    .values({ kind, key: 'recurring', order_key: '', due: now, at: now })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'key']).doUpdateSet({ due: latest }).where('jobs.due', '>', latest),
    );
  return { query: insert.compile() };
}

export async function parkedJobs(db: Queries, limit: number) {
  const parked = db.selectFrom('jobs').where('state', '=', sql.lit('parked')).where('dismissed_at', 'is', null);
  const { total } = await parked.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { jobs: await parked.select(COLUMNS).orderBy('at').orderBy('id').limit(limit).execute(), total };
}

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

/** The longest waiting job of these kinds, and their number. */
export async function firstWaiting(db: Queries, kinds: readonly string[]) {
  const since = sql<number>`(CASE WHEN ended_at > at THEN ended_at ELSE at END)`;
  const first = await db
    .selectFrom('jobs')
    .select(['key', 'attempts as failures', since.as('since'), sql<number>`count(*) OVER ()`.as('waiting')])
    .where('state', '=', WAITING)
    .where('kind', 'in', kinds)
    .orderBy(since)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first ?? null;
}

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
