import { expect, test } from 'vitest';
import { pageHead } from '#client/shell/page-head.ts';
import { TEST_SITE } from '../../test-site.ts';

const site = { ...TEST_SITE, name: 'Halfday', email: 'hello@example.com', origin: 'https://halfday.example' };

test('the home page is titled with the name of the business alone', () => {
  const { meta, links } = pageHead({ site, path: '/', title: null, description: 'D' });
  expect(meta).toContainEqual({ title: 'Halfday' });
  expect(links).toEqual([{ rel: 'canonical', href: 'https://halfday.example/' }]);
});

test('other pages put their title before the name, and are indexed unless they opt out', () => {
  expect(pageHead({ site, path: '/about', title: 'About', description: 'D' }).meta).toContainEqual({
    title: 'About · Halfday',
  });
  const hidden = pageHead({ site, path: '/x', title: 'X', description: 'D', isIndexed: false });
  expect(hidden.meta).toContainEqual({ name: 'robots', content: 'noindex' });
  expect(hidden.links).toEqual([]);
});
