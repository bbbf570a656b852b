/** Bookings by phone, which the owner records. */

/** Number of dates ahead for which the owner can book. A mistyped year is farther. */
export const PHONE_WINDOW_DAYS = 366;

export const PHONE_PATH = '/app/admin/schedule/book';
