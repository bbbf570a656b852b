import { z } from 'zod';
import { bookingFields } from '#shared/booking-details.ts';
import { validField } from '../../web/rpc/valid-field.ts';

/** Ids of ours are UUIDs. */
export const eventId = z.string().regex(/^[\w-]{1,64}$/);

/** The booking that a form is about; no booking has the id that stands in for one that cannot be any. */
export function visitOf(form: URLSearchParams): string {
  return validField(form, 'eventId', eventId) ?? 'unknown';
}

/** Where its customer sees the visit: what a change is made to. */
export const seenSlot = z.strictObject(
  { date: bookingFields.date, claim: bookingFields.claim },
  'Reload the page and decide again.',
);
