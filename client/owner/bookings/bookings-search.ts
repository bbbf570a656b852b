import {
  BOOKINGS_FILTERS,
  BOOKINGS_LIMITS,
  type BookingsFilter,
  type BookingsQuery,
} from '#shared/owner/bookings-list.ts';
import { oneOf, pageInRange, readPaged, withoutDefaults } from '../paged-list.ts';

export const BOOKINGS_DEFAULTS: BookingsQuery = { page: 1, pageSize: 25, search: '', state: 'paid' };

/** Search parameters that differ from the defaults. */
export type BookingsSearch = Partial<BookingsQuery>;

/** Ignores what is no value of a parameter. */
export function readBookingsQuery(raw: Readonly<Record<string, unknown>>): BookingsQuery {
  return {
    ...readPaged(raw, BOOKINGS_DEFAULTS, BOOKINGS_LIMITS.search),
    state: oneOf<BookingsFilter>(raw['state'], BOOKINGS_FILTERS, BOOKINGS_DEFAULTS.state),
  };
}

/** The query with page and page size in their range. */
export function inRange(query: BookingsQuery): BookingsQuery {
  return pageInRange(query, BOOKINGS_LIMITS);
}

/** The query as search parameters, without defaults. */
export function bookingsSearch(query: BookingsQuery): BookingsSearch {
  return withoutDefaults(query, BOOKINGS_DEFAULTS);
}

export function readBookingsSearch(raw: Readonly<Record<string, unknown>>): BookingsSearch {
  return bookingsSearch(readBookingsQuery(raw));
}
