import { expect, test } from 'vitest';
import {
  impossibleSize,
  readUsersQuery,
  readUsersSearch,
  sortedBy,
  USERS_DEFAULTS,
  usersSearch,
} from '#client/owner/users-search.ts';

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

test.each([
  ['page', '1.5'],
  ['page', '1e3'],
  ['page', '9'.repeat(30)],
  ['pageSize', 'many'],
  ['sortBy', 'password'],
  ['sortOrder', 'ASC'],
  ['secondarySortBy', '__proto__'],
  ['role', 'owner'],
])('%s=%s is ignored', (name, value) => {
  expect(readUsersQuery({ [name]: value })).toEqual(USERS_DEFAULTS);
});

test.each([
  ['page', '0', 1],
  ['page', '-1', 1],
  ['page', '99999999999', 1_000_000],
  ['pageSize', '0', 1],
  ['pageSize', '-5', 1],
  ['pageSize', '101', 100],
  ['pageSize', '100000', 100],
  ['pageSize', 5000, 100],
])('%s=%s becomes %i', (name, value, shown) => {
  expect(readUsersQuery({ [name]: value })).toEqual({ ...USERS_DEFAULTS, [name]: shown });
});

test('a page size that no page has is told, also after it was replaced in the address', () => {
  expect(readUsersSearch({ pageSize: '500', role: 'admin' })).toEqual({ pageSize: 100, role: 'admin', asked: 500 });
  expect(impossibleSize({ pageSize: '100', asked: '500' })).toBe(500);
  expect(readUsersSearch({ pageSize: '25', asked: '30' })).toEqual({ pageSize: 25 });
  expect(impossibleSize({ pageSize: '500' })).toBe(500);
  expect(impossibleSize({ pageSize: '0' })).toBe(0);
  expect(['1', '100', 'many', undefined].map((pageSize) => impossibleSize({ pageSize }))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('a heading sorts by its column, reverses when pressed again, and keeps the former column as second', () => {
  const byName = sortedBy({ ...USERS_DEFAULTS, page: 4 }, 'name');
  expect(byName).toMatchObject({ page: 1, sortBy: 'name', sortOrder: 'asc', secondarySortBy: 'role' });
  expect(sortedBy(byName, 'name')).toMatchObject({ sortBy: 'name', sortOrder: 'desc', secondarySortBy: 'role' });
});
