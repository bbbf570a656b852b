import type * as SharpModule from 'sharp';

type Sharp = typeof SharpModule.default;

/** Most pixels of a photo. A JPEG is read smaller than it is; the others are unpacked whole. */
const MOST_PIXELS: Readonly<Record<string, number>> = { jpeg: 50_000_000, png: 25_000_000, webp: 25_000_000 };

/** The longer side, in pixels, of what is kept: enough to read a label, and of the picture in lists. */
const FULL_PX = 2048;
const SMALL_PX = 480;

/** How long a photo may take to be prepared, in seconds. */
const LONGEST_S = 15;

/** The bytes are no picture of a type that is taken, are damaged, or unpack to too much. */
export class NotAPhoto extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'NotAPhoto';
  }
}

/** What is kept of a photo: JPEG, upright, without metadata. */
export interface PreparedPhoto {
  readonly full: Uint8Array;
  readonly small: Uint8Array;
  /** Pixels of `full`. */
  readonly width: number;
  readonly height: number;
}

let loaded: Promise<Sharp> | null = null;

/** Loaded with the first photo, so that the start does not wait for it. Only the readers of the types that are taken can run. */
function library(): Promise<Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ['VipsForeignLoad'] });
    const readers = ['Jpeg', 'Png', 'Webp'].map((type) => `VipsForeignLoad${type}Buffer`);
    sharp.unblock({ operation: readers });
    return sharp;
  });
  return loaded;
}

/**
 * Makes the two pictures that are kept of a photo. Whatever else the file holds is left behind: where it was taken, by which camera, or a
 * page in disguise. Throws `NotAPhoto`.
 */
export async function preparePhoto(bytes: Uint8Array): Promise<PreparedPhoto> {
  const sharp = await library();
  const options = { limitInputPixels: MOST_PIXELS['jpeg']!, failOn: 'error' } as const;
  try {
    const { format, width: across, height: down } = await sharp(bytes, options).metadata();
    if (across * down > (MOST_PIXELS[format] ?? 0)) throw new NotAPhoto(`${format} of ${across} by ${down} pixels`);
    const { data: full, info } = await sharp(bytes, options)
      .autoOrient()
      .resize({ width: FULL_PX, height: FULL_PX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg({ quality: 80 })
      .timeout({ seconds: LONGEST_S })
      .toBuffer({ resolveWithObject: true });
    const small = await sharp(full)
      .resize({ width: SMALL_PX, height: SMALL_PX, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 75 })
      .toBuffer();
    return { full, small, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof NotAPhoto) throw error;
    throw new NotAPhoto(error instanceof Error ? error.message : 'it cannot be read');
  }
}
