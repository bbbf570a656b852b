import { describe, expect, test } from 'vitest';
import { WHICH_SALE_COUNTS } from '#shared/booking/notice-policy.ts';
import { PUBLIC_PATHS, rendered } from './rendered.ts';

describe.each(PUBLIC_PATHS)('%s', (path) => {
  test('makes no claim without proof', async () => {
    const { text } = await rendered(path);
    expect(text).not.toMatch(
      /\b(?:top.rated|rated \d|reviews?|stars?|years of|licensed|bonded|certified|trusted|guarantee\w*)\b|!/i,
    );
    expect(text.match(/general liability/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(text.match(/insured|insurance/gi)?.length ?? 0).toBeLessThanOrEqual(2);
  });
});

test('the privacy notice says where network addresses are stored, and where they are not', async () => {
  const { text } = await rendered('/legal/privacy');
  expect(text).toMatch(/signs in or out, tries your password.*server’s log.*the network address it came from/);
  expect(text).toMatch(/For each request.*has no name, no network address/);
  expect(text).toContain('We keep the server’s log for 30 days');
});

test('the terms say how long a slot is held and what happens to the payment', async () => {
  const { text } = await rendered('/legal/terms');
  expect(text).toMatch(/held for you for 30 minutes/);
  expect(text).toMatch(/You pay in full when you book/);
  expect(text).toMatch(/we keep the payment, unless someone else books and pays.*full refund, automatically/);
  expect(text).toMatch(/cancel a full day, both halves must be booked again/);
  expect(text).toContain(WHICH_SALE_COUNTS);
  expect(text).toMatch(/price, the last day for free changes, and this policy \(“2 calendar days’ notice”\) are fixed/);
  expect(text).toMatch(/charged twice or a wrong amount, that money goes back in full/);
});

test('the privacy notice names everything that the site stores in a browser, and how to delete personal data', async () => {
  const { text } = await rendered('/legal/privacy');
  const cookies = ['hold', 'links', 'flash', 'session'].map((name) => `__Host-${name}`);
  for (const name of [...cookies, 'booking-form', 'booking-attempt', 'theme']) expect(text).toContain(name);
  expect(text).toMatch(/stored encrypted/);
  expect(text).toMatch(/no analytics by others/);
  expect(text).toMatch(/corrected, copied, or deleted\. Email hello@oak\.example/);
});
