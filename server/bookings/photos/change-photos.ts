import type { Cause } from '#db/change.ts';
import { photosOf } from '#db/projections/booking-row.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import type { Caller } from '#events/booking/booking-access.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { addPhotos as decideToAdd, removePhoto as decideToRemove } from '#events/booking/photos.ts';
import type { BookingPhoto } from '#shared/booking/photos.ts';
import { type BookingDependencies, businessTime } from '../dependencies.ts';
import { accountOf, refuseAccess } from '../changing/change-plans.ts';

interface Command {
  readonly eventId: string;
  readonly caller: Caller;
}

export async function addPhotos(
  dependencies: BookingDependencies,
  { eventId, caller, photos }: Command & { readonly photos: readonly BookingPhoto[] },
  cause: Cause,
): Promise<void> {
  await dependencies.store.change({
    streams: { booking: bookingStream(eventId), ...accountOf(caller) },
    decide: (states) => refuseAccess(states, caller) ?? decideToAdd(states, photos, businessTime(dependencies)),
    cause,
  });
}

export async function removePhoto(
  dependencies: BookingDependencies,
  { eventId, caller, photo }: Command & { readonly photo: string },
  cause: Cause,
): Promise<void> {
  await dependencies.store.change({
    streams: { booking: bookingStream(eventId), ...accountOf(caller) },
    decide: (states) => refuseAccess(states, caller) ?? decideToRemove(states, photo),
    cause,
  });
}

export async function photosNow({ store }: Pick<BookingDependencies, 'store'>, id: string): Promise<BookingPhoto[]> {
  const row = await bookingById(store.db, id);
  return row ? photosOf(row) : [];
}
