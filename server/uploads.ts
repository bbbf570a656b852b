import { FORM_PHOTOS_PATH, MOST_PHOTOS, MOST_PHOTO_BYTES } from '#shared/booking/photos.ts';
import { UPLOAD_PATH } from './outside/storage/folder-uploads.ts';

/** Bytes of a form beside its files. */
const FORM_BYTES = 64 * 1024;

const BOOKING_PHOTOS = /^\/booking\/[^/]+\/photos$/;

/** Most bytes of a body with files that may be sent to an address; null where none may: all others follow the rule for bodies. */
export function uploadLimit(method: string, path: string): number | null {
  if (method !== 'POST') return null;
  if (path === UPLOAD_PATH) return MOST_PHOTO_BYTES + FORM_BYTES;
  return path === FORM_PHOTOS_PATH || BOOKING_PHOTOS.test(path) ? MOST_PHOTOS * MOST_PHOTO_BYTES + FORM_BYTES : null;
}
