import { MOST_PHOTOS, MOST_PHOTO_BYTES } from '#shared/booking/photos.ts';
import { RpcError, waitTime } from '#shared/calls/rpc-error.ts';
import { type Wording, wordingOf } from './wording.ts';

const MEGABYTES = MOST_PHOTO_BYTES / 1024 / 1024;

export const PHOTO_RULES = `Up to ${MOST_PHOTOS}: JPEG, PNG, or WebP, ${MEGABYTES}\u00a0MB each.`;

/** None of them stops a booking. */
export const PHOTO_REFUSALS = {
  'too-many-photos': `There’s room for ${MOST_PHOTOS} photos. Not all of them were added. To add another one, remove one first.`,
  'not-a-photo':
    'We couldn’t use that photo. It has to be a JPEG, PNG, or WebP picture. Try another one, or a screenshot of it.',
  'photo-too-large': `That photo is too large. We can take up to ${MEGABYTES} MB, and not every large one within that. Send a smaller copy of it: a screenshot will do.`,
  'photos-down':
    'We can’t take photos right now. It’s our fault. Nothing else depends on them: go on without, and add them later on the page of your visit.',
} as const;

const WORDINGS: ReadonlyMap<string, string> = new Map(Object.entries(PHOTO_REFUSALS));

const UNREACHABLE_PHOTO: Wording = wordingOf(
  'It didn’t get through. Check your connection and try again. You can also go on without it, and add it later on the page of your visit.',
);

const GONE: Wording = wordingOf('We couldn’t add it. The page may be out of date. Reload it and try again.');

export function wordPhotoFailure(error: unknown): Wording {
  if (!(error instanceof RpcError)) return UNREACHABLE_PHOTO;
  const known = WORDINGS.get(error.refusal ?? '');
  if (known) return wordingOf(known);
  if (error.refusal === 'too-many')
    return { title: 'That was a lot at once', text: `Try again in ${waitTime(error.retryAfter ?? 60)}.` };
  return error.status >= 500 ? wordingOf(PHOTO_REFUSALS['photos-down']) : GONE;
}
