import { z } from 'zod';
import { bookingFields } from '#shared/booking/booking-details.ts';
import { UNKNOWN_BOOKING } from '#shared/booking/managed-booking.ts';
import { validField } from '../../web/http/checked-input.ts';

export const eventId = z.string().regex(/^[\w-]{1,64}$/);

/** A placeholder for an invalid id. */
export function visitOf(form: URLSearchParams): string {
  return validField(form, 'eventId', eventId) ?? UNKNOWN_BOOKING;
}

export const seenSlot = z.strictObject(
  { date: bookingFields.date, claim: bookingFields.claim },
  'Reload the page and decide again.',
);
