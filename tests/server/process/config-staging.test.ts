import { expect, test } from 'vitest';
import { loadConfig } from '#server/process/config.ts';
import { PRODUCTION, configProblems } from './config-problems.ts';

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
  expect(configProblems({ ...PRODUCTION, REDIRECT_HOSTS: 'old.example, WWW.example.com' })).toEqual([
    'REDIRECT_HOSTS must not contain the host of PUBLIC_URL',
  ]);
});
