import type { AppRpc } from '#shared/calls/contract.ts';
import { MOST_PHOTO_BYTES, type SentPhoto } from '#shared/booking/photos.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';
import { isPhotoType, shrinkPhoto } from './shrink-photo.ts';

export type PhotoCalls = Pick<AppRpc, 'startPhoto' | 'finishPhoto'>;

function refused(refusal: 'not-a-photo' | 'photo-too-large' | 'photos-down', status: number): RpcError {
  return new RpcError({ status, message: refusal, refusal });
}

/**
 * Sends a picture straight to the object storage, and has it prepared. `onProgress` is told the part that was sent, from 0 to 1. Throws
 * `RpcError` for a refusal, and another error without a connection.
 */
export async function sendPhoto(rpc: PhotoCalls, file: File, onProgress: (part: number) => void): Promise<SentPhoto> {
  const photo = await shrinkPhoto(file);
  // The object storage refuses empty files with the status of a fault.
  if (!isPhotoType(photo.type) || photo.size === 0) throw refused('not-a-photo', 422);
  if (photo.size > MOST_PHOTO_BYTES) throw refused('photo-too-large', 422);
  const { url, fields, upload } = await rpc.startPhoto({ type: photo.type });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', photo);
  await post(url, form, onProgress);
  return rpc.finishPhoto({ upload });
}

/** `fetch` does not tell how much was sent. */
function post(url: string, form: FormData, onProgress: (part: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(refused('photos-down', 503));
    });
    for (const event of ['error', 'timeout', 'abort'])
      request.addEventListener(event, () => reject(new TypeError('the photo did not get through')));
    request.open('POST', url);
    request.send(form);
  });
}
