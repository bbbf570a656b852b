import { type BookingPhoto, MOST_PHOTOS } from '#shared/booking/photos.ts';
import type { Booking, BookingEvent } from './booking.ts';

export function photosAdded(photos: readonly BookingPhoto[]): readonly BookingEvent[] {
  return photos.length === 0 ? [] : [{ type: 'PhotosAdded', data: { photos } }];
}

export function distinctPhotos(photos: readonly BookingPhoto[]): readonly BookingPhoto[] {
  return photos.filter(({ id }, index) => photos.findIndex((each) => each.id === id) === index);
}

type PhotoIds = Pick<Booking, 'photos' | 'removedPhotos'>;

/** The events that give a booking exactly these photos, at most `MOST_PHOTOS`, without removed ones. */
export function photosReplaced(
  { photos: before, removedPhotos }: PhotoIds,
  photos: readonly BookingPhoto[],
): readonly BookingEvent[] {
  const kept = distinctPhotos(photos)
    .filter(({ id }) => !removedPhotos.includes(id))
    .slice(0, MOST_PHOTOS);
  const removed = before.filter((id) => kept.every((photo) => photo.id !== id));
  return [
    ...removed.map((photo): BookingEvent => ({ type: 'PhotoRemoved', data: { photo } })),
    ...photosAdded(kept.filter(({ id }) => !before.includes(id))),
  ];
}
