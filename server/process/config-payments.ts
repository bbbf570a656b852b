import { createHmac } from 'node:crypto';
import type { Settings } from './read-settings.ts';

/** The payment provider in use. */
export type PaymentsConfig =
  | { readonly kind: 'sandbox'; readonly webhookSecret: string }
  | { readonly kind: 'stripe'; readonly secretKey: string; readonly webhookSecret: string; readonly isLive: boolean };

const LIVE_KEY = /^[rs]k_live_/;

/** Stripe if its keys are set, else the sandbox. */
export function paymentsConfig(
  { stripeSecretKey: secretKey, stripeWebhookSecret: webhookSecret }: Settings,
  cookieSecret: string,
): PaymentsConfig {
  if (secretKey && webhookSecret) return { kind: 'stripe', secretKey, webhookSecret, isLive: LIVE_KEY.test(secretKey) };
  return {
    kind: 'sandbox',
    webhookSecret: createHmac('sha256', cookieSecret).update('sandbox webhooks').digest('hex'),
  };
}
