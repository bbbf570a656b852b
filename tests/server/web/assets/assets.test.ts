import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadAssets } from '#server/web/assets/load-assets.ts';
import { serveAssets } from '#server/web/assets/serve-assets.ts';

const SCRIPT = 'console.log("hello"); '.repeat(50);

let folder: string;
let app: Hono;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'halfday-assets-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, 'assets/entry-1a2b.js'), SCRIPT);
  await writeFile(join(folder, 'assets/entry-1a2b.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(folder, 'assets/entry-1a2b.js.gz'), gzipSync(SCRIPT));
  await writeFile(join(folder, 'assets/entry-1a2b.js.map'), '{}');
  await writeFile(join(folder, 'robots.txt'), 'User-agent: *');
  await writeFile(join(folder, '.vite/manifest.js'), 'secret');
  app = new Hono();
  app.use(serveAssets(await loadAssets(folder)));
  app.get('*', (c) => c.text('a page', 404));
});

afterAll(() => rm(folder, { recursive: true }));

test('a built file is cached forever, and sent in brotli to clients that accept it', async () => {
  const response = await app.request('/assets/entry-1a2b.js', { headers: { 'accept-encoding': 'gzip, br' } });
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(brotliDecompressSync(await response.arrayBuffer()).toString()).toBe(SCRIPT);
});

test.each(['gzip', 'gzip;q=1, br;q=0.5', 'br;q=0, *'])(
  'sent in gzip to clients that prefer it: %j',
  async (accepted) => {
    const response = await app.request('/assets/entry-1a2b.js', { headers: { 'accept-encoding': accepted } });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(SCRIPT);
  },
);

test.each(['', 'br;q=0', 'gzip;q=0.5, identity', '*;q=0'])(
  'other clients get it uncompressed: %j',
  async (accepted) => {
    const response = await app.request('/assets/entry-1a2b.js', { headers: { 'accept-encoding': accepted } });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await response.text()).toBe(SCRIPT);
  },
);

test('a file without a hash in its name is revalidated, with 304 while it is unchanged', async () => {
  const first = await app.request('/robots.txt');
  expect(first.headers.get('cache-control')).toBe('public, max-age=3600');
  const etag = first.headers.get('etag') ?? '';
  for (const known of [etag, etag.replace(/^W\//, ''), `"other", ${etag}`, '*']) {
    const again = await app.request('/robots.txt', {
      headers: { 'if-none-match': known, 'accept-encoding': 'br' },
    });
    expect([again.status, await again.text(), again.headers.get('content-encoding')]).toEqual([304, '', null]);
  }
});

test.each([
  '/.vite/manifest.js',
  '/assets/entry-1a2b.js.map',
  '/assets/entry-1a2b.js.br',
  '/assets/entry-1a2b.js.gz',
  '/assets/../robots.txtx',
])('%s is not served', async (path) => {
  expect((await app.request(path)).status).toBe(404);
});
