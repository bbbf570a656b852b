import type * as SharpModule from 'sharp';

type Sharp = typeof SharpModule.default;

/** Most pixels of a photo. */
const MOST_PIXELS = 50_000_000;

/** Most bytes of one that is unpacked whole. A JPEG in one scan is not: it is read in lines, and smaller than it is. */
const MOST_UNPACKED = 48_000_000;

const SAMPLE_BYTES: Readonly<Record<string, number>> = { uchar: 1, ushort: 2 };

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

/** Why the picture that a file announces is not unpacked; null if it may be. */
function refusalOf({
  format,
  width,
  height,
  channels,
  depth,
  space,
  isProgressive,
}: SharpModule.Metadata): string | null {
  if (space === 'cmyk') return 'it has the colors of a printer';
  const isReadInLines = format === 'jpeg' && !isProgressive;
  const bytes = width * height * channels * (SAMPLE_BYTES[depth] ?? Infinity);
  return isReadInLines || bytes <= MOST_UNPACKED
    ? null
    : `${format} of ${width} by ${height} pixels unpacks to ${bytes} bytes`;
}

/**
 * Makes the two pictures that are kept of a photo. Whatever else the file holds is left behind: where it was taken, by which camera, or a
 * page in disguise. Throws `NotAPhoto`.
 */
export async function preparePhoto(bytes: Uint8Array): Promise<PreparedPhoto> {
  const sharp = await library();
  const options = { limitInputPixels: MOST_PIXELS, failOn: 'error' } as const;
  try {
    const refusal = refusalOf(await sharp(bytes, options).metadata());
    if (refusal !== null) throw new NotAPhoto(refusal);
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
