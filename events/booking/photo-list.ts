import { type BookingPhoto, MOST_PHOTOS } from '#shared/booking/photos.ts';
import type { BookingEvent } from './booking.ts';

/** The event that adds photos; none for none. */
export function photosAdded(photos: readonly BookingPhoto[]): readonly BookingEvent[] {
  return photos.length === 0 ? [] : [{ type: 'PhotosAdded', data: { photos } }];
}

/** The events after which a booking with the photos `before` has exactly these, at most `MOST_PHOTOS` of them, each once. */
export function photosReplaced(before: readonly string[], photos: readonly BookingPhoto[]): readonly BookingEvent[] {
  const kept = photos.filter(({ id }, index) => photos.findIndex((each) => each.id === id) === index);
  const few = kept.slice(0, MOST_PHOTOS);
  const removed = before.filter((id) => few.every((photo) => photo.id !== id));
  return [
    ...removed.map((photo): BookingEvent => ({ type: 'PhotoRemoved', data: { photo } })),
    ...photosAdded(few.filter(({ id }) => !before.includes(id))),
  ];
}
