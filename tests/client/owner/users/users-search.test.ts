import { expect, test } from 'vitest';
import { clampedWords } from '#client/owner/paged-list.ts';
import { inRange, readUsersQuery, sortedBy, USERS_DEFAULTS, usersSearch } from '#client/owner/users/users-search.ts';

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
  ['page', ''],
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

test('a heading sorts by its column, reverses when pressed again, and keeps the former column as second', () => {
  const byName = sortedBy({ ...USERS_DEFAULTS, page: 4 }, 'name');
  expect(byName).toMatchObject({ page: 1, sortBy: 'name', sortOrder: 'asc', secondarySortBy: 'role' });
  expect(sortedBy(byName, 'name')).toMatchObject({ sortBy: 'name', sortOrder: 'desc', secondarySortBy: 'role' });
});

test.each([
  [{ page: '0' }, { page: 1 }, ['This is page 1: there’s none before it.']],
  [{ page: '-7' }, { page: 1 }, ['This is page 1: there’s none before it.']],
  [{ page: '4' }, { page: 3 }, ['There are only 3 pages. This is the last one.']],
  [{ page: '999999999999999' }, { page: 3 }, ['There are only 3 pages. This is the last one.']],
  [{ page: '2' }, { page: 1, pages: 1 }, ['There’s only one page.']],
  [{ pageSize: '51' }, { pageSize: 50 }, ['A page has at most 50 rows, so you see 50 instead of 51.']],
  [{ pageSize: '0' }, { pageSize: 1 }, ['A page has at least one row, so you see one.']],
  [{ pageSize: '50', page: '3' }, { pageSize: 50, page: 3 }, []],
])('of %o is shown %o, and the page says so', (search, shown, words) => {
  const asked = readUsersQuery(search);
  const query = inRange(asked);
  const users = { users: [], total: 21, pages: 3, ...query, ...shown };
  expect(query).toEqual({ ...query, page: expect.toSatisfy((page) => page >= 1 && page <= 1_000_000) });
  expect(query.pageSize).toBe(users.pageSize);
  expect(clampedWords(asked, users)).toEqual(words);
  expect(
    readUsersQuery(Object.fromEntries(Object.entries(usersSearch(asked)).map(([k, v]) => [k, String(v)]))),
  ).toEqual(asked);
});
