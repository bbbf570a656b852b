import { describe, expect, test } from 'vitest';
import { type License, licenseWords, soldByWords } from '#shared/business/legal.ts';
import { SITE, rendered } from './rendered.ts';

const OFFERS = ['/', '/pricing', '/about', '/services', '/services/kitchen-and-bath', '/areas', '/areas/ojai'];

const UNLICENSED =
  'Oak Street Repairs is not licensed under California’s Contractors State License Law. We take jobs under $1,000 in all, labor and materials together, that need no building permit.';

describe.each<[string, License | null, string]>([
  ['with a license', { kind: 'number', number: '1012345' }, 'CSLB License #1012345.'],
  ['without a license', { kind: 'none' }, UNLICENSED],
  ['without settings', null, 'CSLB License #000000 (a sample).'],
])('%s', (_, license, words) => {
  const site = { ...SITE, legal: { seller: license && SITE.legal.seller, license } };
  const page = (path: string) => rendered(path, null, {}, site);

  test.each([...OFFERS, '/legal/terms'])('%s says so where it offers work, and in its footer', async (path) => {
    const { html, text } = await page(path);
    expect(licenseWords(site.legal, site.name)).toBe(words);
    expect(text).toContain(words);
    expect(/<footer.*<\/footer>/s.exec(html)?.[0]).toContain(words);
  });

  test('the terms name the seller, and what a job may not need', async () => {
    const { text } = await page('/legal/terms');
    expect(text).toContain(`${soldByWords(site.legal)}.`);
    expect(text).toContain(
      license?.kind === 'none' ? 'a contractor’s license, a building permit' : 'another license, a permit',
    );
  });
});
