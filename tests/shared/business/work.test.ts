import { expect, test } from 'vitest';
import { SERVICES, SERVICE_GROUPS } from '#shared/business/catalogue.ts';
import { WORK_PAGES, isFound, workPageOfSlug } from '#shared/business/work.ts';

test('every group of services has a page, and no two pages say the same', () => {
  expect(WORK_PAGES.map(({ group }) => group)).toEqual(Object.keys(SERVICE_GROUPS));
  for (const field of ['slug', 'title', 'lead', 'halfDay', 'ready', 'limit'] as const) {
    expect(new Set(WORK_PAGES.map((page) => page[field])).size).toBe(WORK_PAGES.length);
  }
  for (const page of WORK_PAGES) expect(workPageOfSlug(page.slug)).toBe(page);
  expect(workPageOfSlug('toString')).toBeNull();
});

const found = (text: string) => SERVICES.filter((service) => isFound(service, text));

test.each([
  ['', SERVICES.length],
  ['  ', SERVICES.length],
  ['gutter', 1],
  ['GUTTER cleaning', 1],
  ['gutter painting', 0],
])('the text %j finds %i services', (text, count) => {
  expect(found(text)).toHaveLength(count);
});

test.each(['door', 'drip', 'paint'])('%s, an example beside the search field, finds a service', (text) => {
  expect(found(text)).not.toEqual([]);
});

test('words are found in titles and descriptions', () => {
  expect(found('drips').map(({ slug }) => slug)).toEqual(['faucet-sink-repairs', 'small-repairs-odd-jobs']);
});
