import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { describe, expect, onTestFinished, test } from 'vitest';
import { writeNdjson } from '#shared/calls/ndjson.ts';
import { RawClient, saying, serveReal, statusOf } from './raw-client.ts';

const HOST = 'host: localhost';

function app() {
  const ended = Promise.withResolvers<void>();
  const site = new Hono();
  site.get('/', (c) => c.text('here'));
  site.post('/', async (c) => c.text(`${(await c.req.text()).length} bytes`));
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

test('a client that never finishes its headers gets 408, and is disconnected', async () => {
  const port = await serveReal(app(), { headersMs: 100, requestMs: 200 });
  expect(statusOf(await saying(port, 'GET / HTTP/1.1', HOST, 'x-slow: '))).toBe(408);
});

test('a client that never finishes its body gets a refusal, and is disconnected', async () => {
  const port = await serveReal(app(), { headersMs: 100, requestMs: 200 });
  const heard = await saying(port, 'POST / HTTP/1.1', HOST, 'content-length: 100', '', 'only this');
  expect(statusOf(heard)).toBe(408);
});

test('a connection without a request is closed', async () => {
  const port = await serveReal(app(), { headersMs: 100, requestMs: 200 });
  expect(statusOf(await new RawClient(port).heard)).toBe(408);
});

test('a client that stops reading is disconnected, and its response is ended', async () => {
  const site = app();
  const port = await serveReal(site, { stalledMs: 150 });
  const client = new RawClient(port).say('GET /endless HTTP/1.1', HOST, '', '');
  client.socket.once('data', () => client.socket.pause());
  await site.endlessEnded;
  client.socket.resume();
  expect(statusOf(await client.heard)).toBe(200);
});

test('a connection is kept for the next request for a while, then closed', async () => {
  const port = await serveReal(app(), { idleMs: 100 });
  const request = ['GET / HTTP/1.1', HOST, '', ''];
  const heard = await new RawClient(port).say(...request).say(...request).heard;
  expect(heard.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
});

test('an expectation that Node does not know is ignored', async () => {
  const port = await serveReal(app());
  const heard = await saying(port, 'GET / HTTP/1.1', HOST, 'expect: the unexpected', 'connection: close', '', '');
  expect(statusOf(heard)).toBe(200);
});

test('headers of more than 16 KB are refused with 431', async () => {
  const port = await serveReal(app());
  expect(statusOf(await saying(port, 'GET / HTTP/1.1', HOST, `cookie: a=${'x'.repeat(17_000)}`, '', ''))).toBe(431);
  const fits = ['GET / HTTP/1.1', HOST, 'connection: close', `cookie: a=${'x'.repeat(15_000)}`, '', ''];
  expect(statusOf(await saying(port, ...fits))).toBe(200);
});

test.each([
  ['two lengths that differ', ['content-length: 4', 'content-length: 5', '', 'bytes']],
  ['a length and chunks', ['content-length: 4', 'transfer-encoding: chunked', '', '0', '', '']],
])('a request with %s could mean two things and is refused', async (_, rest) => {
  const port = await serveReal(app());
  expect(statusOf(await saying(port, 'POST / HTTP/1.1', HOST, 'connection: close', ...rest))).toBe(400);
});

describe('a request with files', () => {
  const HEAD = ['POST /files HTTP/1.1', HOST, 'content-type: multipart/form-data; boundary=x'];
  const LIMITS = { headersMs: 50, requestMs: 50, stalledMs: 100, uploadStep: 20 };

  async function serve(limits = {}) {
    const site = app();
    site.post('/files', async (c) => c.text(`${(await c.req.text()).length} bytes`));
    const takesFiles = ({ url }: { readonly url?: string | undefined }) => url === '/files';
    return serveReal(Object.assign(site, { takesFiles }), { ...LIMITS, ...limits });
  }

  test('may take longer than others, as long as it goes on', async () => {
    const client = new RawClient(await serve()).say(...HEAD, 'content-length: 400', 'connection: close', '', '');
    for (let sent = 0; sent < 400; sent += 10) {
      client.say('x'.repeat(10));
      await wait(10);
    }
    expect(await client.heard).toMatch(/^HTTP\/1\.1 200 .*400 bytes$/s);
  });

  test('is disconnected once it does not go on, and when all its time is over', async () => {
    const stalled = new RawClient(await serve()).say(...HEAD, 'content-length: 400', '', 'x');
    expect(await stalled.heard).toBe('');
    const late = new RawClient(await serve({ uploadMs: 60, stalledMs: 10_000 }));
    expect(statusOf(await late.say(...HEAD, 'content-length: 400', '', 'x').heard)).toBe(408);
  });

  test('is disconnected when it sends a byte now and then', async () => {
    const client = new RawClient(await serve()).say(...HEAD, 'content-length: 400', '', '');
    const sending = setInterval(() => client.say('x'), 20);
    onTestFinished(() => clearInterval(sending));
    expect(await client.heard).toBe('');
  });

  test('in chunks is refused: it does not say how long it is', async () => {
    const heard = await saying(await serve(), ...HEAD, 'transfer-encoding: chunked', '', '1\r\nx\r\n');
    expect(statusOf(heard)).toBe(411);
  });
});
