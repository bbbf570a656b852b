/** What the landing and the statistics show, and their commands. */
import { z } from 'zod';
import type { Cause } from '#db/change.ts';
import { REBUILD_JOB } from '#db/jobs.ts';
import { STATS_PATH, isStatsMonth } from '#shared/owner/stats.ts';
import type { AccountContext } from '../../accounts/context.ts';
import { dismiss, needsAttention as readAttention, restore } from '../needs-attention.ts';
import { nearVisits as readVisits } from '../near-visits.ts';
import { hastenWebhooks as hasten, runAgain } from '../parked-jobs.ts';
import { siteStatus as readSiteStatus, systemStats } from '../stats.ts';
import { ownerCommand, ownerForm, ownerQuery } from './handlers.ts';

export const nearVisits = ownerQuery<'nearVisits'>(z.void(), (_, context) => readVisits(context));

export const needsAttention = ownerQuery<'needsAttention'>(z.void(), (_, context) => readAttention(context));

const page = '/app/admin';

async function again(context: AccountContext, { failure, by }: { failure: string; by: string }, cause: Cause) {
  await runAgain(context, failure, cause);
  context.log.info({ item: failure, by }, 'parked job retried');
}

export const sendMailAgain = ownerCommand('sendMailAgain', page, 'mail-sent-again', again);

export const sendWebhookAgain = ownerCommand('sendWebhookAgain', page, 'webhook-sent-again', again);

export const hastenWebhooks = ownerCommand('hastenWebhooks', page, 'webhooks-hastened', hasten);

export const dismissAttention = ownerCommand('dismissAttention', page, 'attention-dismissed', dismiss);

export const restoreAttention = ownerCommand('restoreAttention', page, 'attention-restored', restore);

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
