/** `server/bookings/routes/photos.ts` takes photos. */
import { z } from 'zod';
import { photosOf } from '#db/projections/booking-row.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import { bookingStream } from '#events/booking/booking.ts';
import * as decisions from '#events/booking/photos.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { type BookingPhoto, MOST_PHOTOS } from '#shared/booking/photos.ts';
import { listOf } from '#shared/booking/booking-details.ts';
import { LIMITS } from '#shared/limits.ts';
import { bookingPath } from '#shared/booking/managed-booking.ts';
import { byNetwork } from '../../web/rpc/limit-to.ts';
import { callerFor } from '../access/visitor-access.ts';
import { accountOf, refuseAccess } from '../changing/change-plans.ts';
import type { BookingContext, Call } from '../context.ts';
import { businessTime } from '../dependencies.ts';
import { eventId, visitOf } from './visit.ts';

/** Resolves with the photos that the booking has then. */
async function changePhotos(
  context: BookingContext,
  id: string,
  decide: (states: Parameters<typeof decisions.addPhotos>[0]) => ReturnType<typeof decisions.addPhotos>,
): Promise<{ readonly photos: readonly BookingPhoto[] }> {
  const { store, request } = context;
  const caller = await callerFor(context, id);
  await store.change({
    streams: { booking: bookingStream(id), ...accountOf(caller) },
    decide: (states) => refuseAccess(states, caller) ?? decide(states),
    cause: { correlation: request.id },
  });
  const row = await bookingById(store.db, id);
  return { photos: row ? photosOf(row) : [] };
}

export function addPhotosTo(context: BookingContext, id: string, photos: readonly BookingPhoto[]) {
  return changePhotos(context, id, (states) => decisions.addPhotos(states, photos, businessTime(context)));
}

const sealed = z.string().max(LIMITS.photoTicket);

export const addPhotos: Call<'addPhotos'> = {
  schema: z.strictObject({ eventId, tickets: listOf(sealed).min(1).max(MOST_PHOTOS) }),
  limit: byNetwork('changePlans'),
  async run({ eventId: id, tickets }, context) {
    const photos = tickets.flatMap((ticket) => context.photos.openTicket(ticket) ?? []);
    if (photos.length < tickets.length) throw new Rejected('not-a-photo');
    return addPhotosTo(context, id, photos);
  },
};

export const removePhoto: Call<'removePhoto'> = {
  schema: z.strictObject({ eventId, photo: z.string().max(64) }),
  form: {
    input: (form) => ({ eventId: form.get('eventId') ?? '', photo: form.get('photo') ?? '' }),
    page: (form) => bookingPath(visitOf(form)),
  },
  limit: byNetwork('changePlans'),
  run: ({ eventId: id, photo }, context) => changePhotos(context, id, (states) => decisions.removePhoto(states, photo)),
};
