import { z } from 'zod';
import type { Contract } from '#shared/calls/contract.ts';
import { isStatsMonth, STATS_PATH } from '#shared/owner/stats.ts';
import type { AccountContext } from '../../accounts/context.ts';
import { type HandlerOf, causeOf } from '../../web/rpc/handler.ts';
import { byAccount } from '../../web/rpc/limit-to.ts';
import { systemStats } from '../stats.ts';
import { REBUILD_JOB } from '#db/jobs.ts';
import { accountForm, done } from '../../accounts/calls/account-form.ts';
import { siteStatus as readSiteStatus } from '../site-status.ts';

type Call<Name extends keyof Contract> = HandlerOf<Contract[Name], AccountContext>;

export const stats: Call<'stats'> = {
  access: 'admin',
  limit: byAccount('ownPages'),
  schema: z.strictObject({ month: z.string().refine(isStatsMonth, 'not a month').exactOptional() }),
  run: (query, context) => systemStats(context, query),
};

export const siteStatus: Call<'siteStatus'> = {
  access: 'admin',
  limit: byAccount('ownPages'),
  schema: z.void(),
  run: (_, context) => readSiteStatus(context),
};

export const rebuild = accountForm('rebuild', {
  access: 'admin',
  limit: byAccount('administer'),
  page: STATS_PATH,
  async run(_, context) {
    const { store, clock } = context;
    const job = { ...REBUILD_JOB, due: clock.now() };
    await store.change({ streams: {}, decide: () => ({}), cause: causeOf(context), newJobs: [job] });
    return done(STATS_PATH, 'rebuild-started');
  },
});
