import type { Settings } from './read-settings.ts';
import { type Secrets, deriveSecrets, secretsOf } from './secrets.ts';

export type PaymentsConfig =
  | { readonly kind: 'sandbox'; readonly webhookSecrets: Secrets }
  | { readonly kind: 'stripe'; readonly secretKey: string; readonly webhookSecrets: Secrets; readonly isLive: boolean };

const LIVE_KEY = /^[rs]k_live_/;

export function paymentsConfig(
  { stripeSecretKey: secretKey, stripeWebhookSecret: secret, stripeWebhookSecretPrevious: previous }: Settings,
  cookieSecrets: Secrets,
): PaymentsConfig {
  if (!secretKey || !secret)
    return { kind: 'sandbox', webhookSecrets: deriveSecrets(cookieSecrets, 'sandbox webhooks') };
  const webhookSecrets = secretsOf(secret, previous);
  return { kind: 'stripe', secretKey, webhookSecrets, isLive: LIVE_KEY.test(secretKey) };
}
