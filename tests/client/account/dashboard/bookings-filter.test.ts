import { expect, test } from 'vitest';
import { bookingsSearch, readBookingsQuery } from '#client/account/dashboard/bookings-filter.tsx';

test('the URL of the list names a filter and a page', () => {
  expect(readBookingsQuery({ filter: 'cancelled', page: '2' })).toEqual({ filter: 'cancelled', page: 2 });
  expect(readBookingsQuery({ filter: 'upcoming', page: 3 })).toEqual({ filter: 'upcoming', page: 3 });
});

test.each([
  { filter: 'bogus' },
  { filter: 'done' },
  { filter: '' },
  { filter: '["a"]' },
  { filter: ['upcoming'] },
  { page: '0' },
  { page: '-1' },
  { page: '1.5' },
  { page: 'abc' },
  { page: '' },
  { page: '1e3' },
  { page: ['1'] },
  { page: '99999999999' },
])('invalid search parameters are ignored: %j', (search) => {
  expect(readBookingsQuery(search)).toEqual({ filter: 'all', page: 1 });
});

test('the search parameters leave out defaults', () => {
  expect(bookingsSearch({ filter: 'all', page: 1 })).toEqual({});
  expect(bookingsSearch({ filter: 'completed', page: 2 })).toEqual({ filter: 'completed', page: 2 });
});
