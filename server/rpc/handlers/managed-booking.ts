import { z } from 'zod';
import { bookingFields } from '#shared/booking-details.ts';
import type { contract } from '#shared/contract.ts';
import { Rejected } from '#shared/refusals.ts';
import type { InputOf, OutputOf } from '#shared/rpc.ts';
import { managedBooking as readBooking } from '../../bookings/managed.ts';
import type { Handler } from '../handler.ts';
import { byNetwork } from '../limit-to.ts';
import { accessTo } from '../manage-cookie.ts';
import { validField } from '../valid-field.ts';

type Procedure = (typeof contract)['managedBooking'];

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

export const managedBooking: Handler<InputOf<Procedure>, OutputOf<Procedure>> = {
  schema: z.strictObject({ eventId: z.string() }),
  limit: byNetwork('lookUp'),
  async run({ eventId: id }, context) {
    if (!eventId.safeParse(id).success) throw new Rejected('unknown-booking');
    const access = await accessTo(context, id);
    return readBooking(context, id, { access, isSignedIn: context.signIn.current !== null });
  },
};
