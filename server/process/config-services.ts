import { z } from 'zod';
import { type Setting, email, flag, previousOf, url } from './setting.ts';

const MAIL_WEBHOOK_SECRET = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{10,250}={0,2}$/, "must be a webhook's signing secret, like whsec_…");

const PAYMENT_WEBHOOK_SECRET = z
  .string()
  .regex(/^whsec_[\w+/=-]{10,250}$/, "must be a webhook endpoint's signing secret, like whsec_…");

export const SERVICE_SETTINGS = {
  RESEND_API_KEY: {
    group: 'Resend',
    meaning: "Resend's key. Without it, mail goes only to `/dev/mailbox`",
    schema: z.string(),
    required: 'is required for email functionality',
  },
  RESEND_FROM: {
    group: 'Resend',
    meaning: 'Sender of mails; replies go to `EMAIL`. The default reaches only the holder of the Resend account',
    schema: email,
    default: 'onboarding@resend.dev',
  },
  RESEND_WEBHOOK_SECRET: {
    group: 'Resend',
    meaning: "Signing secret of Resend's webhook `PUBLIC_URL`/webhooks/resend, which reports bounces and complaints",
    schema: MAIL_WEBHOOK_SECRET,
    required: 'is required',
  },
  RESEND_WEBHOOK_SECRET_PREVIOUS: previousOf('RESEND_WEBHOOK_SECRET', MAIL_WEBHOOK_SECRET),
  STRIPE_SECRET_KEY: {
    group: 'Stripe',
    meaning: "Stripe's secret key; a live one in production. Without it, payments go to a sandbox, and no money moves",
    schema: z.string().regex(/^[rs]k_(?:live|test)_\w{10,250}$/, 'must be a secret key, like sk_live_… or sk_test_…'),
    required: 'is required',
    refused: [/^[rs]k_test_/, 'must be a live key in production: test keys take no real money'],
    refusedOnStaging: [/^[rs]k_live_/, 'must be a test key with STAGING: a trial takes no real money'],
  },
  STRIPE_WEBHOOK_SECRET: {
    group: 'Stripe',
    meaning: "Signing secret of Stripe's webhook endpoint `PUBLIC_URL`/webhooks/stripe",
    schema: PAYMENT_WEBHOOK_SECRET,
    required: 'is required',
  },
  STRIPE_WEBHOOK_SECRET_PREVIOUS: previousOf('STRIPE_WEBHOOK_SECRET', PAYMENT_WEBHOOK_SECRET),
  SVIX_TOKEN: {
    group: 'Svix',
    meaning: "Svix's access token. Without it, webhook messages go only to `/dev/webhooks`, in production nowhere",
    schema: z.string().regex(/^[\w.=-]{10,2000}$/, 'must be an access token, like sk_….us'),
  },
  SVIX_SERVER_URL: {
    group: 'Svix',
    meaning: "Address of Svix's API, when it is your own server",
    schema: url,
    otherwise: 'that of the region in `SVIX_TOKEN`',
  },
  SVIX_APP_UID: {
    group: 'Svix',
    meaning: 'Uid of the application at Svix; it is created when missing',
    schema: z.string().regex(/^[\w.-]{1,256}$/, 'must be 1 to 256 letters, digits and - _ .'),
    default: 'bookings',
  },
  SVIX_APP_NAME: {
    group: 'Svix',
    meaning: 'Name of the application at Svix when it is created',
    schema: z.string().max(256, 'must have 256 characters at most'),
    otherwise: '`APP_NAME`',
  },
  WEBHOOK_CUSTOMER_DATA: {
    meaning: "Whether webhook messages have the customer's name, email, phone and address",
    schema: flag,
    default: 'true',
  },
  WEBHOOK_URL: {
    meaning: 'Local only: where each webhook message is also sent, once',
    schema: url,
    refused: [/./, 'must not be set in production: webhook messages are sent by Svix, see SVIX_TOKEN'],
  },
  S3_ENDPOINT: {
    group: 'S3',
    meaning: 'Object storage, when it is not AWS: its address',
    schema: url,
    otherwise: 'that of AWS in `S3_REGION`',
  },
  S3_REGION: { group: 'S3', meaning: 'Object storage: region', schema: z.string(), default: 'us-west-1' },
  S3_ACCESS_KEY_ID: {
    group: 'S3',
    meaning: 'Object storage: access key id',
    schema: z.string(),
    required: 'is required',
  },
  S3_SECRET_ACCESS_KEY: {
    group: 'S3',
    meaning: 'Object storage: secret access key',
    schema: z.string(),
    required: 'is required',
  },
  S3_BUCKET: { group: 'S3', meaning: 'Object storage: bucket', schema: z.string(), required: 'is required' },
  S3_FORCE_PATH_STYLE: {
    group: 'S3',
    meaning: 'Object storage: bucket in the path, not in the host name',
    schema: flag,
    default: 'false',
  },
} as const satisfies Readonly<Record<string, Setting>>;
