import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { INDEXED_PATHS } from '#shared/business/public-pages.ts';
import { openShop } from './shop.ts';

const CLIENT = join(import.meta.dirname, '../../dist/client');
const shop = openShop();

const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' });

function contentOf(file: string): string {
  return readFileSync(join(CLIENT, file), 'utf8');
}

test('browsers get no source maps, and no reference to one', async () => {
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  const scripts = files.filter((file) => /\.(?:js|css)$/.test(file));
  const leading = scripts.filter((file) => contentOf(file).includes('sourceMappingURL'));
  expect(leading).toEqual([]);
  for (const file of scripts) expect((await shop.fetch(`/${file}.map`)).status).toBe(404);
});

test('the script of analytics does not load the one that measures speed, which waits for the page', () => {
  const vitals = files.find((file) => /vitals-[^/]*\.js$/.test(file)) ?? '';
  const importing = files.filter((file) => file.endsWith('.js') && contentOf(file).includes(basename(vitals)));
  expect(vitals).not.toBe('');
  expect(importing).toEqual([]);
});

test.each(['/main.js', '/main.js.map', '/server/main.js.map', '/.vite/manifest.json', '/../server/main.js', '/.env'])(
  'files of the server are not served: %s',
  async (path) => {
    const response = await shop.fetch(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toMatch(/^text\/(?:html|plain)/);
  },
);

test.each([
  ['br', '.br'],
  ['gzip', '.gz'],
])(
  'a browser that takes %s gets each script as the build compressed it, not compressed for the request',
  async (coding, ending) => {
    const scripts = files.filter((file) => /\.(?:js|css)$/.test(file) && files.includes(file + ending));
    expect(scripts.length).toBeGreaterThan(10);
    for (const file of scripts) {
      const sent = await shop.fetch(`/${file}`, { headers: { 'accept-encoding': coding } });
      expect(sent.headers.get('content-encoding')).toBe(coding);
      expect(sent.headers.get('content-length')).toBe(String(statSync(join(CLIENT, file + ending)).size));
    }
  },
);

test.each(['/', '/book', '/login'])(
  '%s names no script with the validation library, which is loaded when a form is sent',
  async (path) => {
    const isValidation = (file: string) => contentOf(file).includes('invalid_union');
    const page = await (await shop.fetch(path)).text();
    const named = page.match(/assets\/[\w.-]+\.js/g) ?? [];
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter(isValidation)).toEqual([]);
    expect(files.filter((file) => file.endsWith('.js')).some(isValidation)).toBe(true);
  },
);

test('neither a page with typed values nor any call is cached', async () => {
  const slot = { date: await shop.day(1), claim: 'am' } as const;
  const held = await shop.hold(slot);
  const cookie = held.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  for (const path of ['/', '/book', '/pricing']) {
    const response = await shop.fetch(path, { headers: { cookie } });
    expect([path, response.headers.get('cache-control')]).toEqual([path, 'no-store']);
  }
  expect(held.headers.get('cache-control')).toBe('no-store');
});

/** Width and height of a PNG. */
function sizeOf(png: Buffer): readonly [number, number] {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

async function bytesOf(path: string) {
  const response = await shop.fetch(path);
  expect([path, response.status]).toEqual([path, 200]);
  return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
}

test('every page for search engines has a picture of its own for social cards', () => {
  const pictures = INDEXED_PATHS.map((path) =>
    readFileSync(join(CLIENT, 'cards', `${path === '/' ? 'home' : path.slice(1)}.png`)),
  );
  expect(new Set(pictures.map((picture) => sizeOf(picture).join('x')))).toEqual(new Set(['1200x630']));
  expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(INDEXED_PATHS.length);
});

test('the icons that pages and the manifest name are there', async () => {
  const html = await (await shop.fetch('/')).text();
  const named = Array.from(
    html.matchAll(/<link rel="(?:icon|apple-touch-icon)"[^>]*href="([^"]+)"/g),
    ([, href]) => href ?? '',
  );
  expect(named).toHaveLength(3);
  for (const path of named) await bytesOf(path);
  const manifest = (await (await shop.fetch('/site.webmanifest')).json()) as {
    icons: { src: string; sizes: string }[];
  };
  for (const { src } of manifest.icons) await bytesOf(src);
  const drawn = manifest.icons.filter(({ src }) => src.endsWith('.png'));
  for (const { src, sizes } of drawn) expect(sizeOf((await bytesOf(src)).bytes).join('x')).toBe(sizes);
  expect(sizeOf((await bytesOf('/apple-touch-icon.png')).bytes)).toEqual([180, 180]);
  expect((await bytesOf('/favicon.ico')).type).toBe('image/x-icon');
});

test('no rule styles the page by what it has, which would restyle it with each parsed element', () => {
  const styles = files.filter((file) => file.endsWith('.css')).map(contentOf);
  expect(styles.length).toBeGreaterThan(0);
  expect(styles.filter((text) => /body:has\(/.test(text))).toEqual([]);
});
