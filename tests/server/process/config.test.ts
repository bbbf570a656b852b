import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VARIABLES } from '#server/process/config-variables.ts';
import { loadConfig } from '#server/process/config.ts';
import { SECRETS } from '../../e2e/image/production.ts';
import { tempFolder } from '../../temp-folder.ts';
import { configProblems } from './config-problems.ts';

const SECRET = 'a-secret-that-is-long-enough-for-cookies';
const LOCAL = { COOKIE_SECRET: SECRET };
const PRODUCTION = {
  ...SECRETS,
  NODE_ENV: 'production',
  APP_NAME: 'Oak Street Handyman',
  EMAIL: 'hello@oakstreet.example',
  PUBLIC_URL: 'https://oakstreet.example',
  COOKIE_SECRET: SECRET,
  STRIPE_SECRET_KEY: 'sk_live_0123456789',
  RESEND_API_KEY: 're_1',
  S3_BUCKET: 'photos',
};

test('the documented defaults apply', () => {
  const documented = VARIABLES.filter((each) => each.default !== '' && !each.default.includes('`'));
  const spelledOut = Object.fromEntries(documented.map((each) => [each.name, each.default]));
  expect(loadConfig({ ...LOCAL, ...spelledOut })).toEqual(loadConfig(LOCAL));
});

test('production lists everything that is missing, in the specification’s words', () => {
  expect(configProblems({ NODE_ENV: 'production' })).toEqual([
    'APP_NAME is required',
    'EMAIL must be a valid email address',
    'LEGAL_NAME is required',
    'BUSINESS_ADDRESS is required',
    'CONTRACTOR_LICENSE must be a license number, or none',
    'PUBLIC_URL is required',
    'COOKIE_SECRET is required',
    'SETUP_TOKEN is required',
    'RESEND_API_KEY is required for email functionality',
    'RESEND_WEBHOOK_SECRET is required',
    'STRIPE_SECRET_KEY is required',
    'STRIPE_WEBHOOK_SECRET is required',
    'S3_ACCESS_KEY_ID is required',
    'S3_SECRET_ACCESS_KEY is required',
    'S3_BUCKET is required',
  ]);
});

test.each(['sk_test_0123456789', 'rk_test_0123456789'])('production refuses %s: it takes no real money', (key) => {
  expect(configProblems({ ...PRODUCTION, STRIPE_SECRET_KEY: key })).toEqual([
    'STRIPE_SECRET_KEY must be a live key in production: test keys take no real money',
  ]);
});

test.each([
  ['STRIPE_SECRET_KEY', 'pk_live_0123456789'],
  ['STRIPE_SECRET_KEY', 'sk_live_'],
  ['STRIPE_SECRET_KEY', 'sk_live_0123456789!'],
  ['STRIPE_WEBHOOK_SECRET', 'sk_live_0123456789'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_'],
])('%s cannot be %s, here or in production', (name, value) => {
  const message = expect.stringMatching(new RegExp(`^${name} must be a `)) as string;
  const keys = { STRIPE_SECRET_KEY: 'sk_live_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789', [name]: value };
  expect(configProblems({ ...LOCAL, ...keys })).toEqual([message]);
  expect(configProblems({ ...PRODUCTION, ...keys })).toEqual([message]);
});

test('production on Fly.io does not start unless TRUSTED_PROXY is fly', () => {
  const onFly = { ...PRODUCTION, FLY_APP_NAME: 'halfday' };
  const problem = 'TRUSTED_PROXY must be fly where FLY_APP_NAME is set, because limits would count all visitors as one';
  expect(configProblems(onFly)).toEqual([problem]);
  expect(configProblems({ ...onFly, TRUSTED_PROXY: 'forwarded-for' })).toEqual([problem]);
  expect(configProblems({ ...onFly, TRUSTED_PROXY: 'fly' })).toEqual([]);
  expect(configProblems({ FLY_APP_NAME: 'halfday' })).toEqual([]);
});

test('production requires an https public URL', () => {
  expect(configProblems({ ...PRODUCTION, PUBLIC_URL: 'http://oakstreet.example' })).toContain(
    'PUBLIC_URL must begin with https://',
  );
});

test.each([
  ['NODE_ENV', 'prod'],
  ['EMAIL', 'a@b'],
  ['EMAIL', `${'a'.repeat(250)}@example.com`],
  ['OWNER_EMAIL', 'owner'],
  ['PHONE', 'call me'],
  ['SHOW_PHONE', 'maybe'],
  ['SOCIAL_LINKS', 'https://a.example, javascript:alert(1)'],
  ['TIME_ZONE', '+08:00'],
  ['BOOKING_WINDOW_DAYS', '0'],
  ['BOOKING_WINDOW_DAYS', '73001'],
  ['BOOKING_WINDOW_DAYS', '1e3'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PUBLIC_URL', 'example.com'],
  ['PUBLIC_URL', 'ftp://example.com'],
  ['PUBLIC_URL', 'https://example.com/site'],
  ['PUBLIC_URL', 'https://user:pass@example.com'],
  ['COOKIE_SECRET', 'short'],
  ['SETUP_TOKEN', 'fifteen letters'],
  ['RESEND_FROM', 'sender'],
  ['RESEND_WEBHOOK_SECRET', 'secret'],
  ['S3_ENDPOINT', 'localhost'],
  ['S3_FORCE_PATH_STYLE', '2'],
  ['LOG_LEVEL', 'loud'],
])('%s cannot be %s', (name, value) => {
  const found = configProblems({ ...PRODUCTION, NODE_ENV: 'test', PHONE: '805 555 0101', [name]: value });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(new RegExp(`^${name} must `));
});

test('a problem never shows the value', () => {
  expect(
    configProblems({ COOKIE_SECRET: 'hunter2', STRIPE_SECRET_KEY: 'hunter2', S3_ENDPOINT: 'hunter2' }).join(),
  ).not.toContain('hunter2');
});

test('without a cookie secret one is created, stored in a private file, and reused', () => {
  const data = join(tempFolder(), 'new');
  const first = loadConfig({ DATA_FOLDER: data });
  const again = loadConfig({ DATA_FOLDER: data });
  const file = join(data, 'cookie-secret');
  expect(first.cookieSecrets[0].length).toBeGreaterThanOrEqual(43);
  expect(again.cookieSecrets).toEqual(first.cookieSecrets);
  expect(loadConfig({ DATA_FOLDER: tempFolder() }).cookieSecrets).not.toEqual(first.cookieSecrets);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(data).mode & 0o777).toBe(0o700);
  expect(readdirSync(data)).toEqual(['cookie-secret']);
});

test.each([
  ['empty', ''],
  ['short', 'a guess'],
  ['full of zeros, as a power cut may leave it', '\0'.repeat(43)],
])('a secret file that is %s is refused, not used', (_, content) => {
  const data = tempFolder();
  writeFileSync(join(data, 'cookie-secret'), content);
  expect(() => loadConfig({ DATA_FOLDER: data })).toThrow('cookie-secret contains no secret');
});

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

test('a staging site takes test keys alone, and everything else that production requires', () => {
  const staging = { ...PRODUCTION, STAGING: '1', STRIPE_SECRET_KEY: 'sk_test_0123456789' };
  expect(configProblems(staging)).toEqual([]);
  expect(loadConfig(staging)).toMatchObject({ staging: true, payments: { kind: 'stripe', isLive: false } });
  expect(configProblems({ ...staging, STRIPE_SECRET_KEY: 'sk_live_0123456789' })).toEqual([
    'STRIPE_SECRET_KEY must be a test key with STAGING: a trial takes no real money',
  ]);
  expect(configProblems({ ...staging, S3_BUCKET: '' })).toEqual(['S3_BUCKET is required']);
  expect(configProblems({ STAGING: 'true' })).toEqual(['STAGING must be used with NODE_ENV=production']);
});

test('names that redirect to the public address are host names, and none is the public one', () => {
  expect(configProblems({ REDIRECT_HOSTS: 'https://example.com' })).toEqual([
    'REDIRECT_HOSTS must be host names with commas between, like example.com, old.example.net',
  ]);
  expect(configProblems({ ...PRODUCTION, REDIRECT_HOSTS: 'old.example, OAKSTREET.example' })).toEqual([
    'REDIRECT_HOSTS must not contain the host of PUBLIC_URL',
  ]);
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
