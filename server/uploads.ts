import { FORM_PHOTOS_PATH, MOST_FORM_BYTES } from '#shared/booking/photos.ts';
import { MOST_UPLOAD_BYTES, UPLOAD_PATH } from './outside/storage/folder-uploads.ts';

const BOOKING_PHOTOS = /^\/booking\/[^/]+\/photos$/;

/** Most bytes of a body with files that may be sent to an address; null where none may: all others follow the rule for bodies. */
export function uploadLimit(method: string, path: string): number | null {
  if (method !== 'POST') return null;
  if (path === UPLOAD_PATH) return MOST_UPLOAD_BYTES;
  return path === FORM_PHOTOS_PATH || BOOKING_PHOTOS.test(path) ? MOST_FORM_BYTES : null;
}
