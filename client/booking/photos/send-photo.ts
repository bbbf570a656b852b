import {
  FORM_PHOTOS_PATH,
  MOST_PHOTO_BYTES,
  PHOTO_FILES,
  PHOTO_TYPES,
  type PhotoType,
  type SentPhoto,
} from '#shared/booking/photos.ts';
import { type Failure, RpcError } from '#shared/calls/rpc-error.ts';

function refused(refusal: 'not-a-photo' | 'photo-too-large'): RpcError {
  return new RpcError({ status: 422, message: refusal, refusal });
}

/** `onProgress` gets the sent part, from 0 to 1. Throws `RpcError` for a refusal, and another error without a connection. */
export async function sendPhoto(file: File, onProgress: (part: number) => void): Promise<SentPhoto> {
  const photo = await shrinkPhoto(file);
  if (!isPhotoType(photo.type)) throw refused('not-a-photo');
  if (photo.size > MOST_PHOTO_BYTES) throw refused('photo-too-large');
  const form = new FormData();
  form.append(PHOTO_FILES, photo);
  return post(form, onProgress);
}

/** `fetch` doesn't report progress. */
function post(form: FormData, onProgress: (part: number) => void): Promise<SentPhoto> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      if (request.status === 200 && request.response) resolve(request.response as SentPhoto);
      else reject(failureOf(request));
    });
    for (const event of ['error', 'timeout', 'abort'])
      request.addEventListener(event, () => reject(new TypeError('the photo did not get through')));
    request.open('POST', FORM_PHOTOS_PATH);
    request.setRequestHeader('accept', 'application/json');
    request.responseType = 'json';
    request.send(form);
  });
}

/** The response is null if it isn't JSON: too many requests are refused with a text. */
function failureOf(request: XMLHttpRequest): RpcError {
  const { status, response } = request;
  const retryAfter = Number(request.getResponseHeader('retry-after'));
  const refusal = status === 429 ? 'too-many' : null;
  return new RpcError({ message: 'photo refused', refusal, retryAfter, ...(response as Partial<Failure>), status });
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
