import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';

/** Who takes the money. */
export type PaymentsConfig =
  | { readonly kind: 'sandbox'; readonly file: string; readonly webhookSecret: string }
  | { readonly kind: 'stripe'; readonly secretKey: string; readonly webhookSecret: string; readonly isLive: boolean };

const LIVE_KEY = /^[rs]k_live_/;

export const stripeVariables = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(?:live|test)_\w{10,250}$/, 'STRIPE_SECRET_KEY must be a secret key, like sk_live_… or sk_test_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(
      /^whsec_[\w+/=-]{10,250}$/,
      "STRIPE_WEBHOOK_SECRET must be a webhook endpoint's signing secret, like whsec_…",
    )
    .optional(),
};

interface StripeEnvironment {
  readonly STRIPE_SECRET_KEY?: string | undefined;
  readonly STRIPE_WEBHOOK_SECRET?: string | undefined;
}

/** What is wrong with the two together: one is no use without the other, and production takes real money. */
export function stripeProblems(given: StripeEnvironment, isProduction: boolean): string[] {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret } = given;
  if (isProduction) {
    const isTestKey = key !== undefined && /^[rs]k_test_/.test(key);
    return isTestKey ? ['STRIPE_SECRET_KEY must be a live key in production: test keys take no real money'] : [];
  }
  if (key !== undefined && secret === undefined) return ['STRIPE_WEBHOOK_SECRET must be set with STRIPE_SECRET_KEY'];
  if (key === undefined && secret !== undefined) return ['STRIPE_SECRET_KEY must be set with STRIPE_WEBHOOK_SECRET'];
  return [];
}

/** Stripe when its keys are there, or else the sandbox. */
export function paymentsConfig(env: StripeEnvironment, dataFolder: string, cookieSecret: string): PaymentsConfig {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  if (secretKey && webhookSecret) return { kind: 'stripe', secretKey, webhookSecret, isLive: LIVE_KEY.test(secretKey) };
  return {
    kind: 'sandbox',
    file: join(dataFolder, 'sandbox-payments.db'),
    webhookSecret: createHmac('sha256', cookieSecret).update('sandbox webhooks').digest('hex'),
  };
}
