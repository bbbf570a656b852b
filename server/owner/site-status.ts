import { jobByKey } from '#db/queries/jobs.ts';
import { REBUILD_JOB } from '#db/jobs.ts';
import { readStatus } from '#db/queries/status.ts';
import type { Store } from '#db/store.ts';
import type { SiteStatus } from '#shared/owner/site-status.ts';
import type { Clock } from '../process/clock.ts';

interface Reader {
  readonly store: Pick<Store, 'db'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly backup: { readonly newest: number | null };
}

export async function siteStatus({ store: { db }, clock, backup }: Reader): Promise<SiteStatus> {
  const { position, projections, rebuiltTo, jobs } = await readStatus(db, clock.now());
  const sum = (column: 'waiting' | 'late') => jobs.reduce((total, kind) => total + kind[column], 0);
  const rebuild = await jobByKey(db, REBUILD_JOB.kind, REBUILD_JOB.key);
  return {
    events: position,
    checkedAt: (await jobByKey(db, 'verify', 'recurring'))?.endedAt ?? null,
    behind: position - (projections?.position ?? position),
    jobs: { waiting: sum('waiting'), late: sum('late') },
    backedUpAt: backup.newest,
    rebuild: rebuild
      ? {
          state: rebuild.state === 'waiting' ? 'running' : rebuild.code === null ? 'done' : 'failed',
          events: rebuiltTo ?? 0,
          endedAt: rebuild.endedAt,
        }
      : null,
  };
}
