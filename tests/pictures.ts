import sharp from 'sharp';

interface Picture {
  readonly width?: number;
  readonly height?: number;
  readonly color?: string;
  readonly type?: 'jpeg' | 'png' | 'webp';
  /** How a camera was held, as EXIF says it: 6 is turned by a quarter. */
  readonly orientation?: number;
  /** Metadata that must not be kept. */
  readonly secret?: string;
}

/** A picture whose left half has the color, and whose right half is white. */
export async function picture({
  width = 600,
  height = 400,
  color = '#2563eb',
  type = 'jpeg',
  orientation,
  secret,
}: Picture = {}): Promise<Buffer> {
  const half = { create: { width: Math.floor(width / 2), height, channels: 3, background: color } } as const;
  const left = await sharp(half).png().toBuffer();
  let made = sharp({ create: { width, height, channels: 3, background: '#fff' } }).composite([
    { input: left, left: 0, top: 0 },
  ]);
  if (secret !== undefined) made = made.withExif({ IFD0: { Copyright: secret } });
  if (orientation !== undefined) made = made.withMetadata({ orientation });
  return made[type]().toBuffer();
}
