import {
  ROLE_FILTERS,
  SORT_ORDERS,
  USERS_LIMITS,
  USER_SORTS,
  type UserSort,
  type UsersQuery,
} from '#shared/account/account.ts';
import { oneOf, readPaged, withoutDefaults } from '../paged-list.ts';

/** SPEC.md section 2. */
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

export type UsersSearch = Partial<UsersQuery>;

/** Invalid values are ignored. */
export function readUsersQuery(raw: Readonly<Record<string, unknown>>): UsersQuery {
  return {
    ...readPaged(raw, USERS_DEFAULTS, USERS_LIMITS),
    sortBy: oneOf(raw['sortBy'], USER_SORTS, USERS_DEFAULTS.sortBy),
    sortOrder: oneOf(raw['sortOrder'], SORT_ORDERS, USERS_DEFAULTS.sortOrder),
    secondarySortBy: oneOf(raw['secondarySortBy'], USER_SORTS, USERS_DEFAULTS.secondarySortBy),
    secondarySortOrder: oneOf(raw['secondarySortOrder'], SORT_ORDERS, USERS_DEFAULTS.secondarySortOrder),
    role: oneOf(raw['role'], ROLE_FILTERS, USERS_DEFAULTS.role),
  };
}

export function usersSearch(query: UsersQuery): UsersSearch {
  return withoutDefaults(query, USERS_DEFAULTS);
}

/** Reverses the order of the sorted column. The former column becomes the second one. */
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
