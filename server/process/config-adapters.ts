import type { Settings } from './read-settings.ts';
import { type Secrets, deriveSecrets, secretsOf } from './secrets.ts';
import { join } from 'node:path';

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

export type WebhooksConfig =
  | {
      readonly kind: 'svix';
      readonly token: string;
      readonly serverUrl: string | null;
      readonly application: { readonly uid: string; readonly name: string };
    }
  | { readonly kind: 'local'; readonly url: string | null }
  | { readonly kind: 'none' };

export function webhooksConfig(settings: Settings): WebhooksConfig {
  const { svixToken: token, svixServerUrl: serverUrl, svixAppUid: uid, svixAppName, webhookUrl: url } = settings;
  if (token !== null) {
    return { kind: 'svix', token, serverUrl, application: { uid, name: svixAppName ?? settings.appName } };
  }
  if (settings.nodeEnv === 'production') return { kind: 'none' };
  return { kind: 'local', url };
}

export type MailConfig = { readonly from: string; readonly webhookSecrets: Secrets } & (
  | { readonly kind: 'mailbox'; readonly folder: string }
  | { readonly kind: 'resend'; readonly apiKey: string }
);

export type ObjectStorageConfig =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly endpoint: string | null;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      readonly bucket: string;
      readonly forcePathStyle: boolean;
    };

export function mailConfig(settings: Settings, dataFolder: string, cookieSecrets: Secrets): MailConfig {
  const { resendFrom: from, resendApiKey: apiKey, resendWebhookSecret: secret } = settings;
  if (apiKey !== null && secret !== null)
    return { kind: 'resend', from, apiKey, webhookSecrets: secretsOf(secret, settings.resendWebhookSecretPrevious) };
  const webhookSecrets = deriveSecrets(cookieSecrets, 'mailbox webhooks');
  return { kind: 'mailbox', from, folder: join(dataFolder, 'mailbox'), webhookSecrets };
}

export function objectStorageConfig(settings: Settings, dataFolder: string): ObjectStorageConfig {
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey, s3Bucket: bucket } = settings;
  if (accessKeyId === null || secretAccessKey === null || bucket === null)
    return { kind: 'folder', folder: join(dataFolder, 'objects') };
  return {
    kind: 's3',
    endpoint: settings.s3Endpoint,
    region: settings.s3Region,
    accessKeyId,
    secretAccessKey,
    bucket,
    forcePathStyle: settings.s3ForcePathStyle,
  };
}
