/** Variables that production requires beside those of the image and of `fly.toml`. They are no valid credentials. */
export const SECRETS = {
  APP_NAME: 'Ventura Handyman',
  EMAIL: 'hello@example.com',
  LEGAL_NAME: 'Ventura Handyman LLC',
  BUSINESS_ADDRESS: '12 Main St, Ventura, CA 93001',
  CONTRACTOR_LICENSE: 'none',
  PUBLIC_URL: 'https://www.example.com',
  COOKIE_SECRET: 'x'.repeat(44),
  SETUP_TOKEN: 'x'.repeat(32),
  RESEND_API_KEY: `re_${'x'.repeat(20)}`,
  RESEND_WEBHOOK_SECRET: `whsec_${'x'.repeat(32)}`,
  STRIPE_SECRET_KEY: `sk_live_${'x'.repeat(24)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${'x'.repeat(32)}`,
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_BUCKET: 'bucket',
};
