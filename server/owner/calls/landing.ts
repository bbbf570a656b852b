import { z } from 'zod';
import { dismiss, needsAttention as readAttention, restore } from '../needs-attention.ts';
import { nearVisits as readVisits } from '../near-visits.ts';
import { hastenWebhooks as hasten, runAgain } from '../parked-jobs.ts';
import { ownerForm, ownerQuery } from './handlers.ts';

export const nearVisits = ownerQuery<'nearVisits'>(z.void(), (_, context) => readVisits(context));

export const needsAttention = ownerQuery<'needsAttention'>(z.void(), (_, context) => readAttention(context));

const page = '/app/admin';

export const sendMailAgain = ownerForm('sendMailAgain', {
  page,
  async run({ failure }, context, { by, cause }) {
    await runAgain(context, failure, cause);
    context.log.info({ item: failure, by }, 'parked job retried');
    return 'mail-sent-again';
  },
});

export const sendWebhookAgain = ownerForm('sendWebhookAgain', {
  page,
  async run({ failure }, context, { cause }) {
    await runAgain(context, failure, cause);
    return 'webhook-sent-again';
  },
});

export const hastenWebhooks = ownerForm('hastenWebhooks', {
  page,
  async run(_, context) {
    await hasten(context);
    return 'webhooks-hastened';
  },
});

export const dismissAttention = ownerForm('dismissAttention', {
  page,
  async run(input, context, { by, cause }) {
    await dismiss(context, { ...input, by }, cause);
    return 'attention-dismissed';
  },
});

export const restoreAttention = ownerForm('restoreAttention', {
  page,
  async run({ item }, context, { by, cause }) {
    await restore(context, { item, by }, cause);
    return 'attention-restored';
  },
});
