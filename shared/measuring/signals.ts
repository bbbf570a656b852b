/** DOM events for the measuring script, which knows no framework. */

export const PAGE_SHOWN = 'page-shown';

export const BOOKING_SHOWN = 'booking-shown';

export const CONSENT_GIVEN = 'consent-given';
