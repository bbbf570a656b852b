import { expect, test } from 'vitest';
import { type Legal, licenseWords, soldByWords } from '#shared/business/legal.ts';

const ADDRESS = { street: '12 Main St, Unit 5', city: 'Santa Barbara', zip: '93101' };
const UNSET: Legal = { seller: null, license: null };

test('the seller is named with street, city and ZIP; a sample says that it is one', () => {
  expect(soldByWords({ ...UNSET, seller: { legalName: 'Ann Oak LLC', address: ADDRESS } })).toBe(
    'Sold by Ann Oak LLC, 12 Main St, Unit 5, Santa Barbara, CA 93101',
  );
  expect(soldByWords(UNSET)).toMatch(/^Sold by Sample .* \(a sample\)$/);
});

test('a license is named by its number; a business without one says so and what it may do', () => {
  expect(licenseWords({ ...UNSET, license: { kind: 'number', number: '1012345' } }, 'Oak')).toBe(
    'CSLB License #1012345.',
  );
  expect(licenseWords({ ...UNSET, license: { kind: 'none' } }, 'Oak')).toBe(
    'Oak is not licensed under California’s Contractors State License Law. We take jobs under $1,000 in all, labor and materials together, that need no building permit.',
  );
  expect(licenseWords(UNSET, 'Oak')).toContain('a sample');
});
