import { expect, test } from 'vitest';
import { SERVICES } from '#shared/business/catalogue.ts';
import { isFound } from '#shared/business/work.ts';

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
