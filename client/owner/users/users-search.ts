import {
  ROLE_FILTERS,
  SORT_ORDERS,
  USERS_LIMITS,
  USER_SORTS,
  type UserSort,
  type UsersQuery,
} from '#shared/account/account.ts';
import { oneOf, pageInRange, readPaged, withoutDefaults } from '../paged-list.ts';

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

/** Ignores what is no value of a parameter. */
export function readUsersQuery(raw: Readonly<Record<string, unknown>>): UsersQuery {
  return {
    ...readPaged(raw, USERS_DEFAULTS, USERS_LIMITS.search),
    sortBy: oneOf(raw['sortBy'], USER_SORTS, USERS_DEFAULTS.sortBy),
    sortOrder: oneOf(raw['sortOrder'], SORT_ORDERS, USERS_DEFAULTS.sortOrder),
    secondarySortBy: oneOf(raw['secondarySortBy'], USER_SORTS, USERS_DEFAULTS.secondarySortBy),
    secondarySortOrder: oneOf(raw['secondarySortOrder'], SORT_ORDERS, USERS_DEFAULTS.secondarySortOrder),
    role: oneOf(raw['role'], ROLE_FILTERS, USERS_DEFAULTS.role),
  };
}

/** The query with page and page size in their range. */
export function inRange(query: UsersQuery): UsersQuery {
  return pageInRange(query, USERS_LIMITS);
}

/** The query as search parameters, without defaults. */
export function usersSearch(query: UsersQuery): UsersSearch {
  return withoutDefaults(query, USERS_DEFAULTS);
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
