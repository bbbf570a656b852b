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
  ['a page', 'gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
  ['a page for a browser without zstd', 'gzip, deflate, br', 'gzip', gunzipSync],
])('%s of known length is compressed at once, its other headers unchanged', async (_, accepted, encoding, unpack) => {
  const app = new Hono();
  app.use(compression);
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-length': String(LONG.length),
    'x-own': 'kept',
  };
  app.get('/', () => new Response(LONG, { status: 404, headers }));
  const response = await app.request('/', { headers: { 'accept-encoding': accepted } });
  expect(response.status).toBe(404);
  expect(response.headers.get('x-own')).toBe('kept');
  expect(response.headers.get('content-length')).toBeNull();
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(unpack(Buffer.from(await response.arrayBuffer())).toString()).toBe(LONG);
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

test('HEAD is answered as GET would be, without a length that GET would not have', async () => {
  const app = new Hono();
  app.use(compression);
  const headers = { 'content-type': 'text/html', 'content-length': String(LONG.length) };
  app.get('/', () => new Response(LONG, { headers }));
  const head = async (accepted: string) =>
    (await app.request('/', { method: 'HEAD', headers: { 'accept-encoding': accepted } })).headers;
  expect(Object.fromEntries(await head('gzip'))).toEqual({ 'content-type': 'text/html', vary: 'accept-encoding' });
  expect((await head('identity')).get('content-length')).toBe(String(LONG.length));
});

test('a compressed response is left alone', async () => {
  expect(await (await get('/packed', 'gzip')).text()).toBe(LONG);
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

test('a client that leaves ends the response', async () => {
  const app = new Hono();
  const { promise: left, resolve: leave } = Promise.withResolvers<string>();
  app.use(compression);
  app.get('/', (c) => {
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(LONG)),
      cancel: () => leave('left'),
    });
    return c.body(body, 200, { 'content-type': 'text/html' });
  });
  const response = await app.request('/', { headers: { 'accept-encoding': 'zstd' } });
  const reader = response.body!.getReader();
  await reader.read();
  await reader.cancel();
  expect(await left).toBe('left');
});
