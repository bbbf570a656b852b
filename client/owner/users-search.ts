import {
  MOST_USERS_A_PAGE,
  ROLE_FILTERS,
  SORT_ORDERS,
  USER_SORTS,
  type UserSort,
  type UsersQuery,
} from '#shared/account/account.ts';

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

/** Search parameters that differ from the defaults. `asked`: the page size that was asked for, if no page has it. */
export type UsersSearch = Partial<UsersQuery> & { readonly asked?: number };

const LAST_PAGE = 1_000_000;
const LONGEST_SEARCH = 200;

/** A whole number in a search parameter; null for anything else. */
function wholeIn(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

/** The nearest number from 1 to `most`. */
function clamped(value: unknown, most: number, otherwise: number): number {
  const number = wholeIn(value);
  return number === null ? otherwise : Math.min(most, Math.max(1, number));
}

/** The page size that was asked for, if no page has it; null when it is shown as asked. */
export function impossibleSize(raw: Readonly<Record<string, unknown>>): number | null {
  const sizes = [raw['pageSize'], raw['asked']].map(wholeIn);
  return sizes.find((size) => size !== null && (size < 1 || size > MOST_USERS_A_PAGE)) ?? null;
}

/** The search parameters of an address, as it is shown. */
export function readUsersSearch(raw: Readonly<Record<string, unknown>>): UsersSearch {
  const asked = impossibleSize(raw);
  return { ...usersSearch(readUsersQuery(raw)), ...(asked !== null && { asked }) };
}

function oneOf<Value extends string>(value: unknown, values: readonly Value[], otherwise: Value): Value {
  return values.find((each) => each === value) ?? otherwise;
}

/** Numbers out of range become the nearest in range. Other invalid values are ignored. */
export function readUsersQuery(raw: Readonly<Record<string, unknown>>): UsersQuery {
  const { search } = raw;
  return {
    page: clamped(raw['page'], LAST_PAGE, USERS_DEFAULTS.page),
    pageSize: clamped(raw['pageSize'], MOST_USERS_A_PAGE, USERS_DEFAULTS.pageSize),
    sortBy: oneOf(raw['sortBy'], USER_SORTS, USERS_DEFAULTS.sortBy),
    sortOrder: oneOf(raw['sortOrder'], SORT_ORDERS, USERS_DEFAULTS.sortOrder),
    secondarySortBy: oneOf(raw['secondarySortBy'], USER_SORTS, USERS_DEFAULTS.secondarySortBy),
    secondarySortOrder: oneOf(raw['secondarySortOrder'], SORT_ORDERS, USERS_DEFAULTS.secondarySortOrder),
    search: typeof search === 'string' ? search.slice(0, LONGEST_SEARCH) : USERS_DEFAULTS.search,
    role: oneOf(raw['role'], ROLE_FILTERS, USERS_DEFAULTS.role),
  };
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
