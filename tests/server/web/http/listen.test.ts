import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { writeNdjson } from '#shared/calls/ndjson.ts';
import { RawClient, saying, serveReal, statusOf } from './raw-client.ts';

const HOST = 'host: localhost';
const GET = ['GET / HTTP/1.1', HOST, '', ''];

function app() {
  const ended = Promise.withResolvers<void>();
  const site = new Hono();
  site.onError((_, c) => c.text('cut off', 400));
  site.get('/', (c) => c.text('here'));
  site.post('/', async (c) => c.text(`${(await c.req.text()).length} bytes`));
  site.get('/mute', () => new Promise<never>(() => {}));
  site.get('/ticking', (c) => {
    async function* ticks() {
      for (;;) {
        yield 'tick';
        await wait(20);
      }
    }
    return c.body(writeNdjson(ticks()));
  });
  site.get('/endless', (c) => {
    async function* lines() {
      try {
        for (;;) yield 'x'.repeat(64 * 1024);
      } finally {
        ended.resolve();
      }
    }
    return c.body(writeNdjson(lines()));
  });
  return Object.assign(site, { endlessEnded: ended.promise });
}

test('a client that stops reading is disconnected, and its response is ended', async () => {
  const site = app();
  const port = await serveReal(site, { silenceMs: 150 });
  const client = new RawClient(port).say('GET /endless HTTP/1.1', HOST, '', '');
  client.socket.once('data', () => client.socket.pause());
  await site.endlessEnded;
  client.socket.resume();
  expect(statusOf(await client.heard)).toBe(200);
});

test('beyond the maximum number of connections, a newcomer is closed and the others stay', async () => {
  const port = await serveReal(app(), { connections: 1 });
  const first = new RawClient(port).say(...GET);
  await once(first.socket, 'data');
  expect(await new RawClient(port).say(...GET).heard).toBe('');
  first.say(...GET);
  await once(first.socket, 'data');
});

test('a client that sends many requests without waiting for an answer is disconnected', async () => {
  const port = await serveReal(app(), { pipelined: 3 });
  const mute = ['GET /mute HTTP/1.1', HOST, '', ''];
  expect(await saying(port, ...Array.from({ length: 4 }, () => mute).flat())).toBe('');
  const few = await saying(port, ...GET, ...GET, 'GET / HTTP/1.0', HOST, '', '');
  expect(few.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
});

test('pipelined requests begin one after another, and delay no other connection', async () => {
  const begun: string[] = [];
  const first = Promise.withResolvers<void>();
  const fetch = async ({ url }: Request) => {
    const path = new URL(url).pathname;
    begun.push(path);
    if (path === '/first') await first.promise;
    return new Response(path);
  };
  const port = await serveReal({ fetch });
  const ahead = new RawClient(port).say('GET /first HTTP/1.1', HOST, '', '').say('GET /second HTTP/1.0', HOST, '', '');
  await expect.poll(() => begun).toEqual(['/first']);
  await saying(port, 'GET /other HTTP/1.0', HOST, '', '');
  expect(begun).toEqual(['/first', '/other']);
  first.resolve();
  expect(await ahead.heard).toMatch(/\/first.*\/second/s);
});

test.each([
  ['two lengths that differ', ['content-length: 4', 'content-length: 5', '', 'bytes']],
  ['a length and chunks', ['content-length: 4', 'transfer-encoding: chunked', '', '0', '', '']],
])('a request with %s could mean two things and is refused', async (_, rest) => {
  const port = await serveReal(app());
  expect(statusOf(await saying(port, 'POST / HTTP/1.1', HOST, 'connection: close', ...rest))).toBe(400);
});

describe('a request whose body is read as it arrives', () => {
  const HEAD = ['POST / HTTP/1.1', HOST, 'content-length: 400', 'connection: close', '', ''];

  test('may take longer than a pause, as long as it goes on', async () => {
    const client = new RawClient(await serveReal(app(), { silenceMs: 200 })).say(...HEAD);
    for (let sent = 0; sent < 400; sent += 10) {
      client.say('x'.repeat(10));
      await wait(10);
    }
    expect(await client.heard).toMatch(/^HTTP\/1\.1 200 .*400 bytes$/s);
  });

  test('is disconnected once it does not go on, and gets 408 when all its time is over', async () => {
    const silent = await serveReal(app(), { silenceMs: 100 });
    expect(await saying(silent, ...HEAD, 'x')).toBe('');
    const late = await serveReal(app(), { headersMs: 50, requestMs: 100 });
    expect(statusOf(await saying(late, ...HEAD, 'x'))).toBe(408);
  });
});
