import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { Settings } from './read-settings.ts';

/** The payment provider in use. */
export type PaymentsConfig =
  | { readonly kind: 'sandbox'; readonly file: string; readonly webhookSecret: string }
  | { readonly kind: 'stripe'; readonly secretKey: string; readonly webhookSecret: string; readonly isLive: boolean };

const LIVE_KEY = /^[rs]k_live_/;

/** Stripe if its keys are set, else the sandbox. */
export function paymentsConfig(
  { stripeSecretKey: secretKey, stripeWebhookSecret: webhookSecret }: Settings,
  dataFolder: string,
  cookieSecret: string,
): PaymentsConfig {
  if (secretKey && webhookSecret) return { kind: 'stripe', secretKey, webhookSecret, isLive: LIVE_KEY.test(secretKey) };
  return {
    kind: 'sandbox',
    file: join(dataFolder, 'sandbox-payments.db'),
    webhookSecret: createHmac('sha256', cookieSecret).update('sandbox webhooks').digest('hex'),
  };
}
