import { z } from 'zod';
import type { Contract } from '#shared/calls/contract.ts';
import type { AccountContext } from '../../accounts/context.ts';
import { type HandlerOf, causeOf, signedInOf } from '../../web/rpc/handler.ts';
import { byAccount } from '../../web/rpc/limit-to.ts';
import { accountForm, done } from '../../accounts/calls/account-form.ts';
import { dismiss, needsAttention as readAttention, restore } from '../needs-attention.ts';
import { nearVisits as readVisits } from '../near-visits.ts';
import { hastenWebhooks as hasten, runAgain } from '../parked-jobs.ts';

type Call<Name extends keyof Contract> = HandlerOf<Contract[Name], AccountContext>;

export const nearVisits: Call<'nearVisits'> = {
  access: 'admin',
  limit: byAccount('ownPages'),
  schema: z.void(),
  run: (_, context) => readVisits(context),
};

export const needsAttention: Call<'needsAttention'> = {
  access: 'admin',
  limit: byAccount('ownPages'),
  schema: z.void(),
  run: (_, context) => readAttention(context),
};

const onLanding = { access: 'admin', limit: byAccount('administer'), page: '/app/admin' } as const;

export const sendMailAgain = accountForm('sendMailAgain', {
  ...onLanding,
  async run({ failure }, context) {
    await runAgain(context, failure, causeOf(context));
    context.log.info({ item: failure, by: (await signedInOf(context)).account }, 'parked job retried');
    return done('/app/admin', 'mail-sent-again');
  },
});

export const sendWebhookAgain = accountForm('sendWebhookAgain', {
  ...onLanding,
  async run({ failure }, context) {
    await runAgain(context, failure, causeOf(context));
    return done('/app/admin', 'webhook-sent-again');
  },
});

export const hastenWebhooks = accountForm('hastenWebhooks', {
  ...onLanding,
  async run(_, context) {
    await hasten(context);
    return done('/app/admin', 'webhooks-hastened');
  },
});

export const dismissAttention = accountForm('dismissAttention', {
  ...onLanding,
  async run({ item, reason }, context) {
    await dismiss(context, { item, reason, by: (await signedInOf(context)).account }, causeOf(context));
    return done('/app/admin', 'attention-dismissed');
  },
});

export const restoreAttention = accountForm('restoreAttention', {
  ...onLanding,
  async run({ item }, context) {
    await restore(context, { item, by: (await signedInOf(context)).account }, causeOf(context));
    return done('/app/admin', 'attention-restored');
  },
});
