import { expect, test } from 'vitest';
import { readUsersQuery, sortedBy, USERS_DEFAULTS, usersSearch } from '#client/owner/list-search.ts';

test('a URL without parameters means the specification’s defaults', () => {
  expect(readUsersQuery({})).toEqual({
    page: 1,
    pageSize: 10,
    sortBy: 'role',
    sortOrder: 'asc',
    secondarySortBy: 'name',
    secondarySortOrder: 'asc',
    search: '',
    role: 'all',
  });
});

test('a query survives the round trip through the search parameters', () => {
  const query = {
    ...USERS_DEFAULTS,
    page: 3,
    pageSize: 25,
    sortBy: 'createdAt',
    sortOrder: 'desc',
    search: 'ann',
  } as const;
  const search = usersSearch(query);
  expect(search).toEqual({ page: 3, pageSize: 25, sortBy: 'createdAt', sortOrder: 'desc', search: 'ann' });
  expect(readUsersQuery({ ...search, page: '3', pageSize: '25' })).toEqual(query);
});

test('a heading sorts by its column, reverses when pressed again, and keeps the former column as second', () => {
  const byName = sortedBy({ ...USERS_DEFAULTS, page: 4 }, 'name');
  expect(byName).toMatchObject({ page: 1, sortBy: 'name', sortOrder: 'asc', secondarySortBy: 'role' });
  expect(sortedBy(byName, 'name')).toMatchObject({ sortBy: 'name', sortOrder: 'desc', secondarySortBy: 'role' });
});

test.each([
  [{ page: '0' }, { page: 1 }],
  [{ page: '-7' }, { page: 1 }],
  [{ page: '999999999999999' }, { page: 1_000_000 }],
  [{ pageSize: '51' }, { pageSize: 50 }],
  [{ pageSize: '0' }, { pageSize: 1 }],
])('of %o is read %o', (search, query) => {
  expect(readUsersQuery(search)).toMatchObject(query);
});
