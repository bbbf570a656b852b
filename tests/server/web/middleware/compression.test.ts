import { createZstdDecompress, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { compression } from '#server/web/middleware/compression.ts';

const LONG = 'The same again. '.repeat(500);

function site() {
  const app = new Hono();
  app.use(compression);
  app.get('/page', (c) => c.html(LONG));
  app.get('/small', (c) => c.body('{}', 200, { 'content-type': 'application/json', 'content-length': '2' }));
  app.get('/picture', (c) => c.body(LONG, 200, { 'content-type': 'image/png' }));
  app.get('/packed', (c) => c.body(LONG, 200, { 'content-type': 'text/css', 'content-encoding': 'br' }));
  app.get('/live', (c) => c.body(LONG, 200, { 'content-type': 'application/x-ndjson' }));
  app.get('/empty', (c) => c.body(null, 304));
  return app;
}

function get(path: string, accepted?: string, method = 'GET') {
  return site().request(path, { method, ...(accepted !== undefined && { headers: { 'accept-encoding': accepted } }) });
}

test.each([
  // Not of known length.
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'gzip'],
  ['zstd;q=0, gzip;q=0.5', 'gzip'],
])('text for a browser that accepts %s is compressed accordingly', async (accepted, encoding) => {
  const response = await get('/page', accepted);
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(response.headers.get('vary')).toBe('accept-encoding');
  const packed = Buffer.from(await response.arrayBuffer());
  expect(packed.length).toBeLessThan(LONG.length / 10);
  expect((encoding === 'zstd' ? zstdDecompressSync : gunzipSync)(packed).toString()).toBe(LONG);
});

test.each([
  ['for a client without Accept-Encoding', '/page', undefined],
  ['for a client that refuses it', '/page', 'zstd;q=0'],
  ['for a client of Brotli alone', '/page', 'br'],
  ['for a small body', '/small', 'gzip'],
  ['for a picture', '/picture', 'gzip'],
  ['of live lines', '/live', 'gzip'],
  ['without a body', '/empty', 'gzip'],
])('a response is not compressed %s', async (_, path, accepted) => {
  expect((await get(path, accepted)).headers.get('content-encoding')).toBeNull();
});

test.each([
  ['a page', { 'content-type': 'text/html' }],
  ['a download', { 'content-type': 'application/json', 'content-disposition': 'attachment; filename="my-data.json"' }],
])('each part of %s arrives when it is written', async (_, headers) => {
  const app = new Hono();
  let finish = () => {};
  app.use(compression);
  app.get('/', (c) => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('first'));
        finish = () => {
          controller.enqueue(new TextEncoder().encode('last'));
          controller.close();
        };
      },
    });
    return c.body(body, 200, headers);
  });
  const response = await app.request('/', { headers: { 'accept-encoding': 'zstd' } });
  const seen: string[] = [];
  const unpacker = createZstdDecompress();
  unpacker.on('data', (chunk: Buffer) => seen.push(chunk.toString()));
  const reader = response.body!.getReader();
  while (seen.length === 0) {
    const { value } = await reader.read();
    await new Promise((resolve) => {
      unpacker.write(value, resolve);
    });
  }
  expect(seen).toEqual(['first']);
  finish();
  await reader.cancel();
});
