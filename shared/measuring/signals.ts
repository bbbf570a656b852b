/** DOM events with which pages tell the measuring script, which knows no framework, what is shown. */

/** Another page is shown, without a new document. */
export const PAGE_SHOWN = 'page-shown';

/** The mark of a completed booking has appeared in a page. */
export const BOOKING_SHOWN = 'booking-shown';

/** The visitor has answered whether the tag manager may be loaded. */
export const CONSENT_GIVEN = 'consent-given';
