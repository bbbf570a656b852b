import { BOOKING_FILTERS, type BookingFilter } from '#shared/booking/managed-booking.ts';

/** Search parameters of the list of all bookings. */
export interface BookingsQuery {
  readonly filter: BookingFilter;
  readonly page: number;
}

/** Invalid values are replaced by the defaults. */
export function readBookingsQuery({ filter, page }: Readonly<Record<string, unknown>>): BookingsQuery {
  return {
    filter: BOOKING_FILTERS.find((each) => each === filter) ?? 'all',
    page: /^[1-9]\d{0,4}$/.test(String(page)) ? Number(page) : 1,
  };
}

/** The query as search parameters, without defaults. */
export function bookingsSearch({ filter, page }: BookingsQuery): Partial<BookingsQuery> {
  return { ...(filter !== 'all' && { filter }), ...(page > 1 && { page }) };
}
