import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from '#client/shell/search.ts';

test('values stay text: an id of digits is no number', () => {
  expect(parseSearch('?eventId=007&service=half-day')).toEqual({ eventId: '007', service: 'half-day' });
});

test.each(['?service=half-day&month=2027-04', '?q=a+b%26c', ''])(
  '%s survives the round trip through the URL',
  (search) => {
    expect(stringifySearch(parseSearch(search))).toBe(search);
  },
);
