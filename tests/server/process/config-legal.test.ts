import { expect, test } from 'vitest';
import { loadConfig } from '#server/process/config.ts';
import { SECRETS } from '../../e2e/image/production.ts';
import { PRODUCTION, configProblems } from './config-problems.ts';

test.each([
  ['BUSINESS_ADDRESS', '12 Main St', 'must be a street address like 12 Main St, Ventura, CA 93001'],
  ['CONTRACTOR_LICENSE', 'nil', 'must be a license number of 4 to 8 digits, or none'],
])('a malformed %s is refused', (name, value, problem) => {
  expect(configProblems({ ...PRODUCTION, [name]: value })).toEqual([`${name} ${problem}`]);
});

test('the seller and the license are read, and the name of the seller needs an address', () => {
  expect(loadConfig({ ...PRODUCTION, CONTRACTOR_LICENSE: '1012345' }).legal).toEqual({
    seller: { legalName: SECRETS.LEGAL_NAME, address: { street: '12 Main St', city: 'Ventura', zip: '93001' } },
    license: { kind: 'number', number: '1012345' },
  });
  expect(loadConfig(PRODUCTION).legal.license).toEqual({ kind: 'none' });
  expect(configProblems({ COOKIE_SECRET: SECRETS.COOKIE_SECRET, LEGAL_NAME: 'Ann Oak LLC' })).toEqual([
    'BUSINESS_ADDRESS must be set with LEGAL_NAME',
  ]);
});
