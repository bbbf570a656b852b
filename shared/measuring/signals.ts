/** DOM events that tell the measuring script, which knows no framework, what is shown. */

export const PAGE_SHOWN = 'page-shown';

export const BOOKING_SHOWN = 'booking-shown';

export const CONSENT_GIVEN = 'consent-given';
