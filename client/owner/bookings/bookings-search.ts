import {
  BOOKINGS_FILTERS,
  BOOKINGS_LIMITS,
  type BookingsFilter,
  type BookingsQuery,
} from '#shared/owner/bookings-list.ts';
import { oneOf, readPaged, withoutDefaults } from '../paged-list.ts';

export const BOOKINGS_DEFAULTS: BookingsQuery = { page: 1, pageSize: 25, search: '', state: 'paid' };

export type BookingsSearch = Partial<BookingsQuery>;

/** Invalid values are ignored. */
export function readBookingsQuery(raw: Readonly<Record<string, unknown>>): BookingsQuery {
  return {
    ...readPaged(raw, BOOKINGS_DEFAULTS, BOOKINGS_LIMITS),
    state: oneOf<BookingsFilter>(raw['state'], BOOKINGS_FILTERS, BOOKINGS_DEFAULTS.state),
  };
}

export function bookingsSearch(query: BookingsQuery): BookingsSearch {
  return withoutDefaults(query, BOOKINGS_DEFAULTS);
}

export function readBookingsSearch(raw: Readonly<Record<string, unknown>>): BookingsSearch {
  return bookingsSearch(readBookingsQuery(raw));
}
