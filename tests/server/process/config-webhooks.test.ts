import { expect, test } from 'vitest';
import { loadConfig } from '#server/process/config.ts';
import { SECRETS } from '../../e2e/image/production.ts';
import { PRODUCTION, configProblems } from './config-problems.ts';

const LOCAL = { COOKIE_SECRET: SECRETS.COOKIE_SECRET };

const webhooks = (env: Record<string, string>) =>
  loadConfig({ ...LOCAL, DATA_FOLDER: '/var/lib/oak', ...env }).webhooks;

test('webhook messages stay in a folder until Svix has a token, and are sent to an address of the developer’s', () => {
  expect(webhooks({})).toEqual({ kind: 'local', folder: '/var/lib/oak/webhooks', url: null });
  expect(webhooks({ WEBHOOK_URL: 'http://localhost:4000/hook' })).toMatchObject({
    url: 'http://localhost:4000/hook',
  });
});

test('webhook messages go to an application at Svix, which is named for the business', () => {
  const svix = { SVIX_TOKEN: 'testsk_0123456789.eu', APP_NAME: 'Oak' };
  expect(webhooks(svix)).toEqual({
    kind: 'svix',
    token: 'testsk_0123456789.eu',
    serverUrl: null,
    application: { uid: 'bookings', name: 'Oak' },
  });
  const own = { SVIX_SERVER_URL: 'http://svix.internal:8071', SVIX_APP_UID: 'oak', SVIX_APP_NAME: 'Oak Street' };
  expect(webhooks({ ...svix, ...own })).toMatchObject({
    serverUrl: 'http://svix.internal:8071',
    application: { uid: 'oak', name: 'Oak Street' },
  });
});

test('webhook messages are optional in production, and go nowhere without a token', () => {
  const production = { ...PRODUCTION, DATA_FOLDER: '/var/lib/oak' };
  expect(loadConfig(production).webhooks).toEqual({ kind: 'none' });
  expect(loadConfig({ ...production, SVIX_TOKEN: 'sk_0123456789' }).webhooks.kind).toBe('svix');
  expect(configProblems({ ...production, WEBHOOK_URL: 'http://localhost:4000' })).toEqual([
    'WEBHOOK_URL must not be set in production: webhook messages are sent by Svix, see SVIX_TOKEN',
  ]);
});

test('webhook messages have personal data of customers unless the setting says no', () => {
  expect(loadConfig(LOCAL).webhookCustomerData).toBe(true);
  expect(loadConfig({ ...LOCAL, WEBHOOK_CUSTOMER_DATA: 'false' }).webhookCustomerData).toBe(false);
});

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
