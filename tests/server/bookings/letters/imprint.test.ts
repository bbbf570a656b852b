import { expect, test } from 'vitest';
import type { License } from '#shared/business/legal.ts';
import { BOOKING, BUSINESS, PAGES, missing } from './samples.ts';
import { bookingConfirmed, dayBefore, newBooking, visitForfeited } from './written.ts';

const UNLICENSED =
  'Oak Street Handyman is not licensed under California’s Contractors State License Law. We take jobs under $1,000 in all, labor and materials together, that need no building permit.';

test.each<[License, string]>([
  [{ kind: 'number', number: '1012345' }, 'CSLB License #1012345.'],
  [{ kind: 'none' }, UNLICENSED],
])('customers’ mails end with the business’s address and its license: %j', (license, words) => {
  const business = { ...BUSINESS, legal: { ...BUSINESS.legal, license } };
  for (const mail of [
    bookingConfirmed(BOOKING, business, PAGES),
    dayBefore(BOOKING, business, PAGES),
    visitForfeited(BOOKING, true, business, PAGES),
  ])
    expect(missing(mail, 'Oak Street Handyman, 12 Main St, Ventura, CA 93001', words)).toEqual([]);
  expect(newBooking(BOOKING, business).text).not.toContain(words);
});

test('without settings, mails have the specification’s part of the address, and the license says that it is a sample', () => {
  const mail = bookingConfirmed(BOOKING, { ...BUSINESS, legal: { seller: null, license: null } }, PAGES);
  expect(missing(mail, 'Oak Street Handyman, CA 93004', 'CSLB License #000000 (a sample).')).toEqual([]);
});

test('the confirmation names the seller, and links to the refund policy', () => {
  const mail = bookingConfirmed(BOOKING, BUSINESS, PAGES);
  expect(missing(mail, 'Sold by Test & Sons LLC, 12 Main St, Ventura, CA 93001.', 'Refund and change policy')).toEqual(
    [],
  );
  expect(mail.text).toContain(`${BUSINESS.url}/legal/terms#changes`);
});
