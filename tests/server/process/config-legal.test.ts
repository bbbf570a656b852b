import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from '#server/process/config.ts';
import { SECRETS } from '../../e2e/image/production.ts';

const PRODUCTION = { ...SECRETS, NODE_ENV: 'production' };

function problems(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test.each([
  ['BUSINESS_ADDRESS', '12 Main St', 'must be a street address like 12 Main St, Ventura, CA 93001'],
  ['CONTRACTOR_LICENSE', 'nil', 'must be a license number of 4 to 8 digits, or none'],
])('a malformed %s is refused', (name, value, problem) => {
  expect(problems({ ...PRODUCTION, [name]: value })).toEqual([`${name} ${problem}`]);
});

test('the seller and the license are read, and the name of the seller needs an address', () => {
  expect(loadConfig({ ...PRODUCTION, CONTRACTOR_LICENSE: '1012345' }).legal).toEqual({
    seller: { legalName: SECRETS.LEGAL_NAME, address: { street: '12 Main St', city: 'Ventura', zip: '93001' } },
    license: { kind: 'number', number: '1012345' },
  });
  expect(loadConfig(PRODUCTION).legal.license).toEqual({ kind: 'none' });
  expect(problems({ COOKIE_SECRET: SECRETS.COOKIE_SECRET, LEGAL_NAME: 'Ann Oak LLC' })).toEqual([
    'BUSINESS_ADDRESS must be set with LEGAL_NAME',
  ]);
});
