/** DOM events that tell the measuring script, which knows no framework, what is shown. */

/** Without a new document. */
export const PAGE_SHOWN = 'page-shown';

/** The mark of a completed booking is in the page. */
export const BOOKING_SHOWN = 'booking-shown';

export const CONSENT_GIVEN = 'consent-given';
