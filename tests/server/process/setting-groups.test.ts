import { expect, test } from 'vitest';
import { SECRETS } from '../../e2e/image/production.ts';
import { configProblems } from './config-problems.ts';

const LOCAL = { COOKIE_SECRET: SECRETS.COOKIE_SECRET };

const S3 = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key', S3_BUCKET: 'photos' };

test.each([
  [{ STRIPE_SECRET_KEY: 'sk_test_0123456789' }, 'STRIPE_WEBHOOK_SECRET must be set with STRIPE_SECRET_KEY'],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' }, 'STRIPE_SECRET_KEY must be set with STRIPE_WEBHOOK_SECRET'],
  [{ RESEND_API_KEY: 're_0123456789' }, 'RESEND_WEBHOOK_SECRET must be set with RESEND_API_KEY'],
  [{ SVIX_APP_NAME: 'Oak' }, 'SVIX_TOKEN must be set with SVIX_APP_NAME'],
  [{ METRICS_HOST: '::' }, 'METRICS_PORT must be set with METRICS_HOST'],
  [{ SHOW_PHONE: 'true' }, 'PHONE must be set with SHOW_PHONE'],
  [{ ...S3, S3_BUCKET: '' }, 'S3_BUCKET must be set with S3_ACCESS_KEY_ID'],
  [{ ...S3, S3_ACCESS_KEY_ID: '' }, 'S3_ACCESS_KEY_ID must be set with S3_SECRET_ACCESS_KEY'],
])('the incomplete group of settings %o is refused, naming the missing one', (env, problem) => {
  expect(configProblems({ ...LOCAL, ...env })).toEqual([problem]);
});
