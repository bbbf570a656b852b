import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from '#client/shell/search.ts';

test('values stay text: an id of digits is no number', () => {
  expect(parseSearch('?eventId=007&service=half-day')).toEqual({ eventId: '007', service: 'half-day' });
});

test.each(['?service=half-day&month=2027-04', '?q=a+b%26c', ''])('%s comes out as it went in', (search) => {
  expect(stringifySearch(parseSearch(search))).toBe(search);
});

test('what is not there leaves nothing in the address', () => {
  expect(stringifySearch({ page: 2, all: true, month: undefined, search: null })).toBe('?page=2&all=true');
});
