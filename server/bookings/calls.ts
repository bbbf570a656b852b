/** `server/calls.ts` makes every export a handler. */
import { z } from 'zod';
import { BOOKING_FILTERS } from '#shared/booking/managed-booking.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { byAccount, byReader } from '../web/rpc/limit-to.ts';
import { signedInOf } from '../web/rpc/handler.ts';
import type { Call } from './context.ts';
import { accessOf, mayCorrect, accessTo, callerFor, ownHold } from './access/visitor-access.ts';
import { availability as readAvailability, nextOpen as readNextOpen } from './availability/availability.ts';
import { eventId } from './calls/visit.ts';
import { managedBooking as readBooking } from './visit/managed.ts';
import { bookingList, dashboard as readDashboard } from './access/of-account.ts';
import { currentHold as readHold, ticket as readTicket } from './visit/read.ts';

export { forgetHold, forgetVisit } from './calls/forget.ts';
export { hold } from './calls/hold.ts';
export { addPhotos, removePhoto } from './calls/photos.ts';
export { reschedule } from './calls/reschedule.ts';
export { cancel, correctDetails, deleteVisitData } from './calls/visit.ts';

export const availability: Call<'availability'> = {
  schema: z.void(),
  run: async (_, context) => readAvailability(context, await ownHold(context)),
};

export const availabilityLive: Call<'availabilityLive'> = {
  schema: z.void(),
  async run(_, context) {
    const { streams, request } = context;
    const own = await ownHold(context);
    const signal = streams.open(request.network, request.ending.signal);
    if (!signal) throw new Rejected('busy');
    return context.liveAvailability.view(own, signal);
  },
};

export const rescheduleAvailability: Call<'rescheduleAvailability'> = {
  schema: z.strictObject({ eventId }),
  limit: byReader,
  async run({ eventId: visit }, context) {
    const access = await accessTo(context, visit);
    if (access === 'locked') throw new Rejected('unknown-booking');
    if (access !== 'granted') return null;
    return readAvailability(context, await ownHold(context), visit);
  },
};

export const nextOpen: Call<'nextOpen'> = {
  schema: z.void(),
  run: async (_, context) => readNextOpen(context, await ownHold(context)),
};

export const currentHold: Call<'currentHold'> = {
  schema: z.void(),
  run: async (_, context) => readHold(context, await ownHold(context)),
};

const LONGEST_ID = 64;

export const ticket: Call<'ticket'> = {
  schema: z.strictObject({ eventId: z.string() }),
  limit: byReader,
  async run({ eventId: id }, context) {
    if (id.length > LONGEST_ID) return null;
    const caller = await callerFor(context, id);
    const may = {
      open: (await accessOf(context, id, caller)) === 'granted',
      correct: await mayCorrect(context, id, caller),
    };
    return readTicket(context, id, may);
  },
};

export const managedBooking: Call<'managedBooking'> = {
  schema: z.strictObject({ eventId: z.string() }),
  limit: byReader,
  async run({ eventId: id }, context) {
    if (!eventId.safeParse(id).success) throw new Rejected('unknown-booking');
    const caller = await callerFor(context, id);
    const rights = { access: await accessOf(context, id, caller), mayCorrect: await mayCorrect(context, id, caller) };
    return readBooking(context, id, { ...rights, isSignedIn: (await context.signIn.current()) !== null });
  },
};

export const dashboard: Call<'dashboard'> = {
  schema: z.void(),
  access: 'user',
  limit: byAccount('ownPages'),
  run: async (_, context) => readDashboard(context, (await signedInOf(context)).account),
};

export const bookings: Call<'bookings'> = {
  schema: z.strictObject({ filter: z.enum(BOOKING_FILTERS), page: z.int().min(1).max(100_000) }),
  access: 'user',
  limit: byAccount('ownPages'),
  run: async (input, context) => bookingList(context, (await signedInOf(context)).account, input),
};
