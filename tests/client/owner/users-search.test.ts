import { expect, test } from 'vitest';
import { readUsersQuery, sortedBy, USERS_DEFAULTS, usersSearch } from '#client/owner/users-search.ts';

test('an address that says nothing asks for what the specification says', () => {
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

test('what an address says is read back from the search parameters made of it', () => {
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

test.each([
  ['page', '0'],
  ['page', '-1'],
  ['page', '1.5'],
  ['page', '1e3'],
  ['page', '9'.repeat(30)],
  ['pageSize', '100000'],
  ['sortBy', 'password'],
  ['sortOrder', 'ASC'],
  ['secondarySortBy', '__proto__'],
  ['role', 'owner'],
])('%s=%s is as if it were not there', (name, value) => {
  expect(readUsersQuery({ [name]: value })).toEqual(USERS_DEFAULTS);
});

test('a heading sorts by its column, pressed again from the other end, and what was before decides among equals', () => {
  const byName = sortedBy({ ...USERS_DEFAULTS, page: 4 }, 'name');
  expect(byName).toMatchObject({ page: 1, sortBy: 'name', sortOrder: 'asc', secondarySortBy: 'role' });
  expect(sortedBy(byName, 'name')).toMatchObject({ sortBy: 'name', sortOrder: 'desc', secondarySortBy: 'role' });
});
