import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientFiles } from '#server/executable/client-files.ts';

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
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(join(folder, '.vite/manifest.js'), 'secret');
  app = new Hono();
  app.use(clientFiles(folder));
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

test.each(['', 'br;q=0', 'identity', '*;q=0'])(
  'clients that accept neither get it uncompressed: %j',
  async (accepted) => {
    const response = await app.request('/assets/entry-1a2b.js', { headers: { 'accept-encoding': accepted } });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await response.text()).toBe(SCRIPT);
  },
);

test.each([
  '/.vite/manifest.js',
  '/assets/entry-1a2b.js.map',
  '/assets/entry-1a2b.js.br',
  '/assets/entry-1a2b.js.gz',
  '/assets/..%2f.vite/manifest.js',
  '/assets/%2e%2e/.vite/manifest.js',
  '/assets//../.vite/manifest.js',
  '/assets',
  '/assets/',
])('%s is not served', async (path) => {
  expect((await app.request(path)).status).toBe(404);
});
