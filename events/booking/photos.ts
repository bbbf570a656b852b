/** Their bytes are in the object storage, never in the log. */
import { type BookingPhoto, MOST_PHOTOS } from '#shared/booking/photos.ts';
import type { Booking, BookingEvents, OneBooking } from './booking.ts';
import type { BusinessTime } from '../business-time.ts';
import { isVisitAhead } from './changing.ts';
import { isStanding } from './holding.ts';
import { distinctPhotos, photosAdded } from './photo-list.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** After the end of an unpaid hold: a late payment may still confirm it. */
export const UNPAID_PHOTOS_MS = 24 * 3_600_000;

export function canAddPhotos(booking: Booking, time: BusinessTime): boolean {
  return !booking.isForgotten && (isStanding(booking, time.now) || isVisitAhead(booking, time));
}

/** Records each photo once. Refuses `unknown-booking`, `not-confirmed` if neither held nor ahead, and `too-many-photos`. */
export function addPhotos(
  { booking }: OneBooking,
  photos: readonly BookingPhoto[],
  time: BusinessTime,
): BookingEvents | Refusal {
  if (booking === null || booking.isForgotten) return refuse('unknown-booking');
  if (!canAddPhotos(booking, time)) return refuse('not-confirmed');
  const added = distinctPhotos(photos).filter(
    ({ id }) => !booking.photos.includes(id) && !booking.removedPhotos.includes(id),
  );
  if (booking.photos.length + added.length > MOST_PHOTOS) return refuse('too-many-photos');
  return { booking: photosAdded(added) };
}

export function removePhoto({ booking }: OneBooking, photo: string): BookingEvents | Refusal {
  if (booking === null || booking.isForgotten) return refuse('unknown-booking');
  return { booking: booking.photos.includes(photo) ? [{ type: 'PhotoRemoved', data: { photo } }] : [] };
}
