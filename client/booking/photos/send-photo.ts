import { MOST_PHOTO_BYTES, PHOTO_TYPES, type PhotoType, type SentPhoto } from '#shared/booking/photos.ts';
import type { AppRpc } from '#shared/calls/contract.ts';
import { RpcError } from '#shared/calls/rpc-error.ts';

export type PhotoCalls = Pick<AppRpc, 'startPhoto' | 'finishPhoto'>;

function refused(refusal: 'not-a-photo' | 'photo-too-large' | 'photos-down', status: number): RpcError {
  return new RpcError({ status, message: refusal, refusal });
}

/**
 * Straight to the object storage. `onProgress` gets the sent part, from 0 to 1. Throws `RpcError` for a refusal, and another
 * error without a connection.
 */
export async function sendPhoto(rpc: PhotoCalls, file: File, onProgress: (part: number) => void): Promise<SentPhoto> {
  const photo = await shrinkPhoto(file);
  // The object storage refuses empty files with a 5xx.
  if (!isPhotoType(photo.type) || photo.size === 0) throw refused('not-a-photo', 422);
  if (photo.size > MOST_PHOTO_BYTES) throw refused('photo-too-large', 422);
  const { url, fields, upload } = await rpc.startPhoto({ type: photo.type });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', photo);
  await post(url, form, onProgress);
  return rpc.finishPhoto({ upload });
}

/** `fetch` doesn't report progress. */
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

/** The longer side in pixels: the server stores no larger picture. */
const MOST_PX = 2048;

/** A smaller file is sent as it is. */
const SMALL_BYTES = 700_000;

function isPhotoType(type: string): type is PhotoType {
  return (PHOTO_TYPES as readonly string[]).includes(type);
}

/** Smaller for slow connections, if the browser can read the picture. Turns other formats into JPEG. */
async function shrinkPhoto(file: File): Promise<Blob> {
  const canBeSent = isPhotoType(file.type) && file.size <= MOST_PHOTO_BYTES;
  if (canBeSent && file.size <= SMALL_BYTES) return file;
  const smaller = await redraw(file).catch(() => null);
  return smaller && (!canBeSent || smaller.size < file.size) ? smaller : file;
}

async function redraw(file: File): Promise<Blob | null> {
  // Scaled while it is read, because photos have up to 200 megapixels, and an iPhone's canvas at most 16.
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image', resizeWidth: MOST_PX });
  try {
    const scale = Math.min(1, MOST_PX / picture.height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.round(picture.height * scale);
    const pen = canvas.getContext('2d');
    if (!pen) return null;
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
  } finally {
    picture.close();
  }
}
