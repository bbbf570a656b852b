import { describe, expect, test } from 'vitest';
import { CITIES } from '#shared/business/cities.ts';
import { faqOf } from '#shared/business/faq.ts';
import { WHICH_SALE_COUNTS } from '#shared/booking/late-cancelling-words.ts';
import { PUBLIC_PATHS, rendered, SITE } from './rendered.ts';

describe.each(PUBLIC_PATHS)('%s', (path) => {
  test('has one h1 and skips no heading level', async () => {
    const { main } = await rendered(path);
    const levels = [...main.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  });

  test('keeps phones from putting links around dates and numbers', async () => {
    const { html } = await rendered(path);
    expect(html).toMatch(/<meta name="format-detection" content="telephone=no, date=no, address=no, email=no"/);
  });

  test('links to booking within its content', async () => {
    const { main } = await rendered(path);
    expect(main).toMatch(/<a[^>]*href="\/book[?"]/);
  });

  test('names each city in its own county', async () => {
    const { text } = await rendered(path);
    expect(text).not.toMatch(/Santa Barbara (?:and|&) Ventura|(?:two|both) counties/i);
    if (!text.includes('County')) return;
    expect(text).toMatch(/Los Angeles County Westlake Village, Agoura Hills/);
    for (const city of CITIES) expect(text).toContain(city);
  });

  test('makes no claim without proof', async () => {
    const { text } = await rendered(path);
    expect(text).not.toMatch(
      /\b(?:top.rated|rated \d|reviews?|stars?|years of|licensed|bonded|certified|trusted|guarantee\w*)\b|!/i,
    );
    expect(text.match(/general liability/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(text.match(/insured|insurance/gi)?.length ?? 0).toBeLessThanOrEqual(2);
  });
});

test.each(['/', '/about'])('%s says once that the business is registered and insured', async (path) => {
  const { text } = await rendered(path);
  expect(text.split('The business is registered and carries general liability insurance.')).toHaveLength(2);
});

test('the prices page shows both lengths on one ruler, the rule, and every question', async () => {
  const { main, text } = await rendered('/pricing');
  expect(main).toMatch(/role="img" aria-label="[^"]*half day[^"]*\$299[^"]*full day[^"]*\$499/);
  expect(text).toContain('With at least 2 calendar days’ notice, you can move or cancel for free');
  for (const { slug, question } of faqOf(SITE)) {
    expect(main).toContain(`<details id="${slug}"`);
    expect(text).toContain(question);
  }
});

test('the weekday example of the rule is the same on every page', async () => {
  for (const path of ['/', '/pricing', '/about', '/legal/terms']) {
    expect((await rendered(path)).text).toMatch(/Saturday visit\b.{0,70} through (?:the end of )?Thursday/);
  }
});

test.each([
  ['/legal/terms', 'Friday, November 27, 2026'],
  ['/legal/privacy', 'Friday, November 27, 2026'],
])('%s is dated, and each of its parts can be linked to', async (path, day) => {
  const { main, text } = await rendered(path);
  expect(text).toContain(`In effect since ${day}.`);
  const parts = [...main.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(parts.length).toBeGreaterThan(5);
  for (const id of parts) expect(main).toContain(`<section id="${id}"`);
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
