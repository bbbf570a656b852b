/** The calls of the block that says how the site is. */
import { z } from 'zod';
import { REBUILD_JOB } from '#db/jobs.ts';
import type { Contract } from '#shared/calls/contract.ts';
import { STATS_PATH } from '#shared/owner/stats.ts';
import { accountForm, done } from '../../accounts/calls/account-form.ts';
import type { AccountContext } from '../../accounts/context.ts';
import type { HandlerOf } from '../../web/rpc/handler.ts';
import { byAccount } from '../../web/rpc/limit-to.ts';
import { causeOf } from '../../web/rpc/signed-in.ts';
import { siteStatus as readSiteStatus } from '../site-status.ts';

export const siteStatus: HandlerOf<Contract['siteStatus'], AccountContext> = {
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
