import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { preparePhoto } from '#server/bookings/photos/prepare-photo.ts';
import { picture } from '../../../pictures.ts';

const SECRET = 'taken at 12 Anacapa St';

describe.each(['jpeg', 'png', 'webp'] as const)('a photo as %s', (type) => {
  test('becomes a JPEG and a small one, upright and without metadata', async () => {
    const sent = await picture({ type, width: 900, height: 600, secret: SECRET, orientation: 6 });
    expect(sent.includes(SECRET)).toBe(true);
    const { full, small, width, height } = await preparePhoto(sent);
    // Turned by a quarter: what was at the left is on top.
    expect([width, height]).toEqual([600, 900]);
    for (const bytes of [full, small]) {
      const { format, orientation, exif, icc, xmp } = await sharp(bytes).metadata();
      expect([format, orientation, exif, icc, xmp]).toEqual(['jpeg', undefined, undefined, undefined, undefined]);
      expect(Buffer.from(bytes).includes(SECRET)).toBe(false);
    }
    const { data, info } = await sharp(full).raw().toBuffer({ resolveWithObject: true });
    const blueAt = (x: number, y: number) => data[(y * info.width + x) * info.channels]! < 128;
    expect([blueAt(300, 100), blueAt(300, 800)]).toEqual([true, false]);
    const { width: smallWidth, height: smallHeight } = await sharp(small).metadata();
    expect([smallWidth, smallHeight]).toEqual([320, 480]);
  });
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

/** A GIF and a TIFF, made where all of sharp's readers and writers are allowed. */
async function as(type: 'gif' | 'tiff'): Promise<Buffer> {
  return sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
    .toFormat(type)
    .toBuffer();
}

test.each([
  ['nothing', async () => Buffer.alloc(0)],
  ['text', async () => Buffer.from('<html><script>alert(1)</script></html>')],
  ['an SVG', async () => Buffer.from(SVG)],
  ['a GIF', () => as('gif')],
  ['a TIFF', () => as('tiff')],
  ['the first bytes of a JPEG', async () => (await picture({ width: 800, height: 800 })).subarray(0, 100)],
])('%s is no photo', async (_, bytes) => {
  await expect(preparePhoto(await bytes())).rejects.toMatchObject({ name: 'UnusablePhoto', refusal: 'not-a-photo' });
});

test.each([
  ['SVG', async () => Buffer.from(SVG)],
  ['GIF', () => as('gif')],
  ['TIFF', () => as('tiff')],
])('the reader of %s never runs', async (_, bytes) => {
  await expect(preparePhoto(await bytes())).rejects.toThrow(/unsupported image format/);
});

/** A picture of one color, which is a small file however large it is. */
function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#000' } });
}

interface Announced {
  readonly progressive?: boolean;
  readonly chromaSubsampling?: '4:2:0' | '4:4:4';
  readonly space?: 'srgb' | 'cmyk';
}

/** A JPEG of 64 by 64 pixels whose header announces more: what is missing is read as gray. */
async function announcing(width: number, height: number, { space = 'srgb', ...options }: Announced = {}) {
  const bytes = await plain(64, 64).toColourspace(space).jpeg(options).toBuffer();
  const size = bytes.indexOf(Buffer.from([0xff, options.progressive === true ? 0xc2 : 0xc0])) + 5;
  bytes.writeUInt16BE(height, size);
  bytes.writeUInt16BE(width, size + 2);
  return bytes;
}

test.each([
  ['as PNG', () => plain(6000, 5000).png().toBuffer()],
  ['as WebP', () => plain(6000, 5000).webp({ effort: 0 }).toBuffer()],
  ['as PNG of a few lines', () => plain(100_000, 12).png().toBuffer()],
  ['as PNG of 16 bits', () => plain(4500, 3000).toColourspace('rgb16').png().toBuffer()],
  ['as JPEG in several scans', () => announcing(6000, 5000, { progressive: true })],
  [
    'as JPEG in several scans, of full color',
    () => announcing(4500, 4000, { progressive: true, chromaSubsampling: '4:4:4' }),
  ],
  ['as JPEG in several scans, for a printer', () => announcing(4500, 3000, { progressive: true, space: 'cmyk' })],
  ['as JPEG beyond all bounds', () => announcing(16_000, 16_000)],
])('a small file that would unpack to too much, %s, is refused as too large, not unpacked', async (_, made) => {
  const bomb = await made();
  expect(bomb.length).toBeLessThan(2_000_000);
  const before = process.memoryUsage().rss;
  await expect(preparePhoto(bomb)).rejects.toMatchObject({ refusal: 'photo-too-large' });
  expect(process.memoryUsage().rss - before).toBeLessThan(20_000_000);
});
