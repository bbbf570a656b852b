/** Photos of the job: what may be sent, and where one is seen. */

export const MOST_PHOTOS = 6;

/** Bytes of a photo as it is sent. */
export const MOST_PHOTO_BYTES = 12 * 1024 * 1024;

/** Bytes of a form with photos and its text fields. */
export const MOST_FORM_BYTES = MOST_PHOTOS * MOST_PHOTO_BYTES + 64 * 1024;

/** Types that are taken. Not SVG, which can contain scripts, and not HEIC: browsers of phones send JPEG instead of it. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PhotoType = (typeof PHOTO_TYPES)[number];

/** A photo of a booking, with its size in pixels. */
export interface BookingPhoto {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** A photo that was sent before there is a booking. */
export interface SentPhoto extends BookingPhoto {
  /** A sealed text: whoever has it may see the photo and add it to a booking, for a day. */
  readonly ticket: string;
}

export type PhotoSize = 'full' | 'small';

/** The address of a booking's photo, for its customer and the owner. */
export function photoPath(eventId: string, photo: string, size: PhotoSize): string {
  return `/booking/${encodeURIComponent(eventId)}/photos/${encodeURIComponent(photo)}/${size}`;
}

/** Where the booking form posts photos without script. */
export const FORM_PHOTOS_PATH = '/book/photos';

/** The address of a photo that was sent with the booking form. The ticket is in the query, which is not logged. */
export function sentPhotoPath(ticket: string, size: PhotoSize): string {
  return `${FORM_PHOTOS_PATH}/${size}?ticket=${encodeURIComponent(ticket)}`;
}

/** Where the page of a booking posts photos without script. */
export function bookingPhotosPath(eventId: string): string {
  return `/booking/${encodeURIComponent(eventId)}/photos`;
}
