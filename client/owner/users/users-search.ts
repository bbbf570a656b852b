import {
  ROLE_FILTERS,
  SORT_ORDERS,
  USERS_LIMITS,
  USER_SORTS,
  type UserSort,
  type UsersQuery,
} from '#shared/account/account.ts';
import { oneOf, pageInRange, whole } from '../paged-list.ts';

/** Defaults of the users table (SPEC.md section 2). */
export const USERS_DEFAULTS: UsersQuery = {
  page: 1,
  pageSize: 10,
  sortBy: 'role',
  sortOrder: 'asc',
  secondarySortBy: 'name',
  secondarySortOrder: 'asc',
  search: '',
  role: 'all',
};

/** Search parameters that differ from the defaults. */
export type UsersSearch = Partial<UsersQuery>;

/** Ignores what is no value of a parameter. Page and page size may be out of range: the page says so. */
export function readUsersQuery(raw: Readonly<Record<string, unknown>>): UsersQuery {
  const { search } = raw;
  return {
    page: whole(raw['page'], USERS_DEFAULTS.page),
    pageSize: whole(raw['pageSize'], USERS_DEFAULTS.pageSize),
    sortBy: oneOf(raw['sortBy'], USER_SORTS, USERS_DEFAULTS.sortBy),
    sortOrder: oneOf(raw['sortOrder'], SORT_ORDERS, USERS_DEFAULTS.sortOrder),
    secondarySortBy: oneOf(raw['secondarySortBy'], USER_SORTS, USERS_DEFAULTS.secondarySortBy),
    secondarySortOrder: oneOf(raw['secondarySortOrder'], SORT_ORDERS, USERS_DEFAULTS.secondarySortOrder),
    search: typeof search === 'string' ? search.slice(0, USERS_LIMITS.search) : USERS_DEFAULTS.search,
    role: oneOf(raw['role'], ROLE_FILTERS, USERS_DEFAULTS.role),
  };
}

/** The query with page and page size in their range. */
export function inRange(query: UsersQuery): UsersQuery {
  return pageInRange(query, USERS_LIMITS);
}

/** The query as search parameters, without defaults. */
export function usersSearch(query: UsersQuery): UsersSearch {
  const said = Object.entries(query).filter(([name, value]) => value !== USERS_DEFAULTS[name as keyof UsersQuery]);
  return Object.fromEntries(said);
}

/**
 * Sorts by a column; reverses the order if the table is already sorted by it. The former column becomes the second one, so that
 * pressing two headings sorts by both.
 */
export function sortedBy(query: UsersQuery, column: UserSort): UsersQuery {
  if (query.sortBy === column) {
    return { ...query, page: 1, sortOrder: query.sortOrder === 'asc' ? 'desc' : 'asc' };
  }
  const { sortBy, sortOrder } = query;
  return {
    ...query,
    page: 1,
    sortBy: column,
    sortOrder: 'asc',
    secondarySortBy: sortBy,
    secondarySortOrder: sortOrder,
  };
}
