/** Search parameters of the owner's paged lists. Invalid values are ignored. */
import {
  ROLE_FILTERS,
  SORT_ORDERS,
  USERS_LIMITS,
  USER_SORTS,
  type UserSort,
  type UsersQuery,
} from '#shared/account/account.ts';
import { BOOKINGS_FILTERS, BOOKINGS_LIMITS, type BookingsQuery } from '#shared/owner/bookings-list.ts';

type Raw = Readonly<Record<string, unknown>>;

interface Paged {
  readonly page: number;
  readonly pageSize: number;
}

function whole(value: unknown, otherwise: number): number {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : otherwise;
}

function oneOf<Value extends string>(value: unknown, values: readonly Value[], otherwise: Value): Value {
  return values.find((each) => each === value) ?? otherwise;
}

/** Brings page and page size into their range. */
function readPaged(
  raw: Raw,
  defaults: Paged & { readonly search: string },
  limits: Paged & { readonly search: number },
) {
  const { search } = raw;
  const within = (name: keyof Paged) => Math.min(Math.max(whole(raw[name], defaults[name]), 1), limits[name]);
  return {
    page: within('page'),
    pageSize: within('pageSize'),
    search: typeof search === 'string' ? search.slice(0, limits.search) : defaults.search,
  };
}

function withoutDefaults<Query extends object>(query: Query, defaults: Query): Partial<Query> {
  const said = Object.entries(query).filter(([name, value]) => value !== defaults[name as keyof Query]);
  return Object.fromEntries(said) as Partial<Query>;
}

export const BOOKINGS_DEFAULTS: BookingsQuery = { page: 1, pageSize: 25, search: '', state: 'paid' };

export function readBookingsQuery(raw: Raw): BookingsQuery {
  return {
    ...readPaged(raw, BOOKINGS_DEFAULTS, BOOKINGS_LIMITS),
    state: oneOf(raw['state'], BOOKINGS_FILTERS, BOOKINGS_DEFAULTS.state),
  };
}

export function bookingsSearch(query: BookingsQuery): Partial<BookingsQuery> {
  return withoutDefaults(query, BOOKINGS_DEFAULTS);
}

export function readBookingsSearch(raw: Raw): Partial<BookingsQuery> {
  return bookingsSearch(readBookingsQuery(raw));
}

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

export function readUsersQuery(raw: Raw): UsersQuery {
  return {
    ...readPaged(raw, USERS_DEFAULTS, USERS_LIMITS),
    sortBy: oneOf(raw['sortBy'], USER_SORTS, USERS_DEFAULTS.sortBy),
    sortOrder: oneOf(raw['sortOrder'], SORT_ORDERS, USERS_DEFAULTS.sortOrder),
    secondarySortBy: oneOf(raw['secondarySortBy'], USER_SORTS, USERS_DEFAULTS.secondarySortBy),
    secondarySortOrder: oneOf(raw['secondarySortOrder'], SORT_ORDERS, USERS_DEFAULTS.secondarySortOrder),
    role: oneOf(raw['role'], ROLE_FILTERS, USERS_DEFAULTS.role),
  };
}

export function usersSearch(query: UsersQuery): Partial<UsersQuery> {
  return withoutDefaults(query, USERS_DEFAULTS);
}

export function readUsersSearch(raw: Raw): Partial<UsersQuery> {
  return usersSearch(readUsersQuery(raw));
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
