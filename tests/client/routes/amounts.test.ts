import { expect, test } from 'vitest';
import { INDEXED_PATHS } from '#shared/business/public-pages.ts';
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
