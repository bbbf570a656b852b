/** `server/bookings/routes/photos.ts` takes photos. */
import { z } from 'zod';
import type { Contract } from '#shared/calls/contract.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { MOST_PHOTOS } from '#shared/booking/photos.ts';
import { listOf } from '#shared/booking/booking-details.ts';
import { LIMITS } from '#shared/limits.ts';
import { bookingPath } from '#shared/booking/managed-booking.ts';
import { byNetwork } from '../../web/rpc/limit-to.ts';
import type { HandlerOf } from '../../web/rpc/handler.ts';
import { callerFor } from '../access/visitor-access.ts';
import type { BookingContext } from '../context.ts';
import * as changes from '../photos/change-photos.ts';
import { eventId, visitOf } from './visit.ts';

type Call<Name extends keyof Contract> = HandlerOf<Contract[Name], BookingContext>;

const sealed = z.string().max(LIMITS.photoTicket);

export const addPhotos: Call<'addPhotos'> = {
  schema: z.strictObject({ eventId, tickets: listOf(sealed).min(1).max(MOST_PHOTOS) }),
  limit: byNetwork('changePlans'),
  async run({ eventId: id, tickets }, context) {
    const photos = tickets.flatMap((ticket) => context.photos.tickets.open(ticket) ?? []);
    if (photos.length < tickets.length) throw new Rejected('not-a-photo');
    const caller = await callerFor(context, id);
    await changes.addPhotos(context, { eventId: id, caller, photos }, { correlation: context.request.id });
    return { photos: await changes.photosNow(context, id) };
  },
};

export const removePhoto: Call<'removePhoto'> = {
  schema: z.strictObject({ eventId, photo: z.string().max(64) }),
  form: {
    input: (form) => ({ eventId: form.get('eventId') ?? '', photo: form.get('photo') ?? '' }),
    page: (form) => bookingPath(visitOf(form)),
  },
  limit: byNetwork('changePlans'),
  async run({ eventId: id, photo }, context) {
    const caller = await callerFor(context, id);
    await changes.removePhoto(context, { eventId: id, caller, photo }, { correlation: context.request.id });
    return { photos: await changes.photosNow(context, id) };
  },
};
