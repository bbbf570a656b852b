import { expect, test } from 'vitest';
import { INDEXED_PATHS } from '#shared/business/public-pages.ts';
import { strayAmounts } from '../../amounts.ts';
import { NEXT_OPEN, SITE, rendered } from './rendered.ts';

const UNLICENSED = { ...SITE, legal: { ...SITE.legal, license: { kind: 'none' } as const } };

test.each(INDEXED_PATHS.filter((path) => path !== '/book'))(
  'every amount on %s is a price, or the limit of the license notice',
  async (path) => {
    const { html, faults } = await rendered(path, NEXT_OPEN, {}, UNLICENSED);
    expect(html).toContain('$1,000');
    expect(faults).toEqual([]);
  },
);

test('an amount that is no price is found', () => {
  expect(strayAmounts('From $299, plus a $12.50 fee and $35 travel')).toEqual(['$12.50', '$35']);
});
