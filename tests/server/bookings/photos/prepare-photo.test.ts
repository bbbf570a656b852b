import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { NotAPhoto, preparePhoto } from '#server/bookings/photos/prepare-photo.ts';
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

test('a large photo is kept smaller, a small one as it is', async () => {
  const { width, height } = await preparePhoto(await picture({ width: 4000, height: 1000 }));
  expect([width, height]).toEqual([2048, 512]);
  expect(await preparePhoto(await picture({ width: 30, height: 20 }))).toMatchObject({ width: 30, height: 20 });
});

test('what is transparent becomes white', async () => {
  const clear = { create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } } as const;
  const { full } = await preparePhoto(await sharp(clear).png().toBuffer());
  const [red] = await sharp(full).raw().toBuffer();
  expect(red).toBeGreaterThan(250);
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
  ['half a JPEG', async () => (await picture({ width: 2000, height: 1000 })).subarray(0, 2000)],
  ['a JPEG whose end is missing', async () => (await picture({ width: 800, height: 800 })).subarray(0, -200)],
])('%s is no photo', async (_, bytes) => {
  await expect(preparePhoto(await bytes())).rejects.toThrow(NotAPhoto);
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

test.each([
  ['as PNG', () => plain(5000, 5000).png()],
  ['as WebP', () => plain(5000, 5000).webp()],
  ['as JPEG in several scans', () => plain(5000, 5000).jpeg({ progressive: true })],
  ['as PNG of 16 bits', () => plain(3200, 3000).toColourspace('rgb16').png()],
  ['as JPEG beyond all bounds', () => plain(7200, 7200).jpeg()],
  ['with the colors of a printer', () => plain(300, 200).toColourspace('cmyk').jpeg()],
])('a small file that would unpack to too much, %s, is refused, not unpacked', async (_, made) => {
  const bomb = await made().toBuffer();
  expect(bomb.length).toBeLessThan(2_000_000);
  const before = process.memoryUsage().rss;
  await expect(preparePhoto(bomb)).rejects.toThrow(NotAPhoto);
  expect(process.memoryUsage().rss - before).toBeLessThan(20_000_000);
});

test.each([
  ['a JPEG of a phone’s largest camera', () => plain(8000, 6000).jpeg()],
  ['a JPEG in several scans as large as most cameras make', () => plain(4000, 3000).jpeg({ progressive: true })],
  ['a screenshot', () => plain(1320, 2868).png()],
])('%s is taken', async (_, made) => {
  const { width, height } = await preparePhoto(await made().toBuffer());
  expect(Math.max(width, height)).toBe(2048);
});
