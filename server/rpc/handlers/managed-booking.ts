import { z } from 'zod';
import { Rejected } from '#events/refusal.ts';
import { bookingFields } from '#shared/booking-details.ts';
import type { contract } from '#shared/contract.ts';
import type { InputOf, OutputOf } from '#shared/rpc.ts';
import { managedBooking as readBooking } from '../../bookings/managed.ts';
import type { Handler } from '../handler.ts';
import { byNetwork } from '../limit-to.ts';
import { accessTo } from '../manage-cookie.ts';

type Procedure = (typeof contract)['managedBooking'];

/** Ids of ours are shorter. */
export const eventId = z.string().max(64);

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
    return readBooking(context, id, await accessTo(context, id));
  },
};
