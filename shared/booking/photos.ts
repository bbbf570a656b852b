export const MOST_PHOTOS = 6;

export const MOST_PHOTO_BYTES = 12 * 1024 * 1024;

export const MOST_FORM_BYTES = MOST_PHOTOS * MOST_PHOTO_BYTES + 64 * 1024;

/** Not SVG, which can contain scripts, nor HEIC, for which phones' browsers send JPEG. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PhotoType = (typeof PHOTO_TYPES)[number];

export interface BookingPhoto {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

export interface SentPhoto extends BookingPhoto {
  /** Sealed: allows to see the photo and add it to a booking, for a day. */
  readonly ticket: string;
}

export type PhotoSize = 'full' | 'small';

export function photoPath(eventId: string, photo: string, size: PhotoSize): string {
  return `/booking/${encodeURIComponent(eventId)}/photos/${encodeURIComponent(photo)}/${size}`;
}

/** Takes forms with files. With `Accept: application/json`, it takes one file and returns a `SentPhoto`. */
export const FORM_PHOTOS_PATH = '/book/photos';

export const PHOTO_FILES = 'files';

export function sentPhotoPath(ticket: string, size: PhotoSize): string {
  return `${FORM_PHOTOS_PATH}/${size}?ticket=${encodeURIComponent(ticket)}`;
}

export function bookingPhotosPath(eventId: string): string {
  return `/booking/${encodeURIComponent(eventId)}/photos`;
}
