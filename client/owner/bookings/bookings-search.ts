import {
  BOOKINGS_FILTERS,
  BOOKINGS_LIMITS,
  type BookingsFilter,
  type BookingsQuery,
} from '#shared/owner/bookings-list.ts';
import { oneOf, pageInRange, whole } from '../paged-list.ts';

export const BOOKINGS_DEFAULTS: BookingsQuery = { page: 1, pageSize: 25, search: '', state: 'paid' };

/** Search parameters that differ from the defaults. */
export type BookingsSearch = Partial<BookingsQuery>;

/** Ignores what is no value of a parameter. Page and page size may be out of range: the page says so. */
export function readBookingsQuery(raw: Readonly<Record<string, unknown>>): BookingsQuery {
  const { search } = raw;
  return {
    page: whole(raw['page'], BOOKINGS_DEFAULTS.page),
    pageSize: whole(raw['pageSize'], BOOKINGS_DEFAULTS.pageSize),
    search: typeof search === 'string' ? search.slice(0, BOOKINGS_LIMITS.search) : BOOKINGS_DEFAULTS.search,
    state: oneOf<BookingsFilter>(raw['state'], BOOKINGS_FILTERS, BOOKINGS_DEFAULTS.state),
  };
}

/** The query with page and page size in their range. */
export function inRange(query: BookingsQuery): BookingsQuery {
  return pageInRange(query, BOOKINGS_LIMITS);
}

/** The query as search parameters, without defaults. */
export function bookingsSearch(query: BookingsQuery): BookingsSearch {
  const said = Object.entries(query).filter(
    ([name, value]) => value !== BOOKINGS_DEFAULTS[name as keyof BookingsQuery],
  );
  return Object.fromEntries(said);
}
