import { z } from 'zod';
import { REBUILD_JOB } from '#db/jobs.ts';
import { STATS_PATH, isStatsMonth } from '#shared/owner/stats.ts';
import { siteStatus as readSiteStatus, systemStats } from '../stats.ts';
import { ownerForm, ownerQuery } from './handlers.ts';

export const stats = ownerQuery<'stats'>(
  z.strictObject({ month: z.string().refine(isStatsMonth, 'not a month').exactOptional() }),
  (query, context) => systemStats(context, query),
);

export const siteStatus = ownerQuery<'siteStatus'>(z.void(), (_, context) => readSiteStatus(context));

export const rebuild = ownerForm('rebuild', {
  page: STATS_PATH,
  async run(_, { store, clock }, { cause }) {
    const job = { ...REBUILD_JOB, due: clock.now() };
    await store.change({ streams: {}, decide: () => ({}), cause, newJobs: [job] });
    return 'rebuild-started';
  },
});
