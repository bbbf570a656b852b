import type * as SharpModule from 'sharp';

type Sharp = typeof SharpModule.default;

/** The largest cameras of phones have 200 million. */
const MOST_PIXELS = 250_000_000;

/** Twice the widest panoramas of phones. A picture of a few long lines takes more memory than its pixels. */
const LONGEST_SIDE = 32_768;

/** Bytes of a photo that must be unpacked whole. Preparing it takes 40 MB more. */
const MOST_UNPACKED = 100_000_000;

const SAMPLE_BYTES: Readonly<Record<string, number>> = { uchar: 1, ushort: 2 };

/** The longer side, enough to read a label. */
const FULL_PX = 2048;
const SMALL_PX = 480;

const LONGEST_S = 15;

/** Not an accepted type, or too much memory to decode. */
export class UnusablePhoto extends Error {
  readonly refusal: 'not-a-photo' | 'photo-too-large';

  constructor(refusal: UnusablePhoto['refusal'], reason: string) {
    super(reason);
    this.name = 'UnusablePhoto';
    this.refusal = refusal;
  }
}

/** JPEG, upright, without metadata. */
export interface PreparedPhoto {
  readonly full: Uint8Array;
  readonly small: Uint8Array;
  readonly width: number;
  readonly height: number;
}

let loaded: Promise<Sharp> | null = null;

/** Loaded with the first photo, because it slows startup down. Only readers of accepted types can run. */
function library(): Promise<Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ['VipsForeignLoad'] });
    const readers = ['Jpeg', 'Png', 'Webp'].map((type) => `VipsForeignLoad${type}Buffer`);
    sharp.unblock({ operation: readers });
    return sharp;
  });
  loaded.catch(() => (loaded = null));
  return loaded;
}

/**
 * A baseline JPEG is read in lines. A progressive one is unpacked whole, two bytes a sample, one sample less with reduced colors.
 */
function unpackedBytes(picture: SharpModule.Metadata): number {
  const { format, width, height, channels, depth, chromaSubsampling, isProgressive } = picture;
  if (format !== 'jpeg') return width * height * 4 * (SAMPLE_BYTES[depth] ?? Infinity);
  const samples = chromaSubsampling?.startsWith('4:2:0') ? channels - 1 : channels;
  return isProgressive ? width * height * samples * 2 : 0;
}

/** Drops metadata, such as place and camera. Throws `UnusablePhoto`, and another error if the library can't be loaded. */
export async function preparePhoto(bytes: Uint8Array): Promise<PreparedPhoto> {
  const sharp = await library();
  const options = { limitInputPixels: false, failOn: 'none' } as const;
  try {
    const picture = await sharp(bytes, options).metadata();
    const { format, width: fullWidth, height: fullHeight } = picture;
    const isTooLong = Math.max(fullWidth, fullHeight) > LONGEST_SIDE;
    if (isTooLong || fullWidth * fullHeight > MOST_PIXELS || unpackedBytes(picture) > MOST_UNPACKED)
      throw new UnusablePhoto('photo-too-large', `${format} of ${fullWidth} by ${fullHeight} pixels`);
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
    if (error instanceof UnusablePhoto) throw error;
    throw new UnusablePhoto('not-a-photo', error instanceof Error ? error.message : 'it cannot be read');
  }
}
