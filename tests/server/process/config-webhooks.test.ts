import { expect, test } from 'vitest';
import { SECRETS } from '../../e2e/image/production.ts';
import { configProblems } from './config-problems.ts';

const LOCAL = { COOKIE_SECRET: SECRETS.COOKIE_SECRET };

test.each([
  [{ SVIX_TOKEN: 'a token' }, 'SVIX_TOKEN must be an access token, like sk_….us'],
  [{ SVIX_TOKEN: 'sk_0123456789', SVIX_APP_UID: 'a/b' }, 'SVIX_APP_UID must be 1 to 256 letters, digits and - _ .'],
  [{ SVIX_SERVER_URL: 'https://svix.example' }, 'SVIX_TOKEN must be set with SVIX_SERVER_URL'],
  [
    { SVIX_TOKEN: 'sk_0123456789', WEBHOOK_URL: 'http://localhost:4000' },
    'WEBHOOK_URL must not be set with SVIX_TOKEN: add it as an endpoint at Svix',
  ],
  [{ WEBHOOK_CUSTOMER_DATA: 'maybe' }, 'WEBHOOK_CUSTOMER_DATA must be true or false'],
  [{ WEBHOOK_URL: 'localhost' }, 'WEBHOOK_URL must be a URL'],
])('webhooks are not configured by %o', (env, problem) => {
  expect(configProblems({ ...LOCAL, ...env })).toEqual([problem]);
});
