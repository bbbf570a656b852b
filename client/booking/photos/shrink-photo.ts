import { MOST_PHOTO_BYTES, PHOTO_TYPES, type PhotoType } from '#shared/booking/photos.ts';

/** The longer side of what is sent, in pixels: no larger picture is kept. */
const MOST_PX = 2048;

/** A smaller file is sent as it is. */
const SMALL_BYTES = 700_000;

export function isPhotoType(type: string): type is PhotoType {
  return (PHOTO_TYPES as readonly string[]).includes(type);
}

/**
 * A picture as it is sent: smaller, if the browser can make it smaller, so that a slow connection has less to carry. Also turns other
 * pictures that the browser can read into JPEG. A file that the browser cannot read stays as it is.
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
  const canBeSent = isPhotoType(file.type) && file.size <= MOST_PHOTO_BYTES;
  if (canBeSent && file.size <= SMALL_BYTES) return file;
  const smaller = await redraw(file).catch(() => null);
  return smaller && (!canBeSent || smaller.size < file.size) ? smaller : file;
}

async function redraw(file: File): Promise<Blob | null> {
  // Scaled while it is read, because photos have up to 200 megapixels, and the canvas of an iPhone at most 16.
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
