import { once } from 'node:events';
import { Hono } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { readBody } from '#server/web/middleware/request-size.ts';
import { openSite } from '../../bookings/site.ts';
import { RawClient, saying, serveReal, statusOf } from '../http/raw-client.ts';

describe('a body', () => {
  const asked: string[] = [];
  afterEach(() => void asked.splice(0));

  /** Reads bodies of at most 100 bytes. */
  function serve(ms = 10_000) {
    const app = new Hono().use(readBody(100, ms));
    app.all('/', async (c) => c.text(String(asked.push(await c.req.text()))));
    return serveReal(app);
  }
  const post = (...headers: string[]) => ['POST / HTTP/1.1', 'host: localhost', ...headers, '', ''];
  const chunked = (pieces: readonly string[]) => [
    ...post('transfer-encoding: chunked', 'connection: close').slice(0, -1),
    ...pieces.flatMap((piece) => [piece.length.toString(16), piece]),
    '0',
    '',
    '',
  ];

  test('arrives completely before the handler runs, while other requests are served', async () => {
    const port = await serve();
    const client = new RawClient(port).say(...post('content-length: 6')).say('abc');
    const other = await saying(port, 'GET / HTTP/1.1', 'host: localhost', 'connection: close', '', '');
    expect([statusOf(other), asked]).toEqual([200, ['']]);
    client.say('def').say('GET / HTTP/1.1', 'host: localhost', 'connection: close', '', '');
    expect((await client.heard).match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    expect(asked.toSorted()).toEqual(['', '', 'abcdef']);
  });

  test('in chunks is read, in whatever pieces it comes', async () => {
    const text = 'text in pieces'.repeat(7);
    expect(statusOf(await saying(await serve(), ...chunked(text.split(''))))).toBe(200);
    expect(asked).toEqual([text]);
  });

  test('with more bytes than allowed is refused with 413, in chunks as soon as it exceeds them', async () => {
    const port = await serve();
    expect(statusOf(await saying(port, ...post('content-length: 101')))).toBe(413);
    expect(statusOf(await saying(port, ...chunked(['x'.repeat(100)])))).toBe(200);
    const endless = new RawClient(port).say(...chunked(['x'.repeat(60), 'x'.repeat(41)]).slice(0, -3), '');
    expect(statusOf(await endless.heard)).toBe(413);
    expect(asked).toEqual(['x'.repeat(100)]);
  });

  test.each([
    ['text/html', /<h1>That took too long<\/h1>/],
    ['application/json', /^content-type: text\/plain.*took too long to arrive/ims],
  ])('that does not arrive in time gets 408 as %s, and its client is disconnected', async (accept, words) => {
    const port = await serve(50);
    const heard = await saying(port, ...post('content-length: 6', `accept: ${accept}`), 'abc');
    expect(statusOf(heard)).toBe(408);
    expect(heard).toMatch(words);
    expect(asked).toEqual([]);
  });

  test('whose client leaves is not passed on', async () => {
    const port = await serve();
    const client = new RawClient(port).say(...post('content-length: 6', 'expect: 100-continue'), 'abc');
    await once(client.socket, 'data');
    client.socket.destroy();
    expect(statusOf(await saying(port, ...chunked(['later'])))).toBe(200);
    expect(asked).toEqual(['later']);
  });
});

test('a call takes its input in chunks', async () => {
  const port = await serveReal(openSite().app);
  const head = [`POST ${rpcPath('hold')} HTTP/1.1`, 'host: localhost', 'sec-fetch-site: same-origin'];
  const headers = ['content-type: application/json', 'transfer-encoding: chunked', 'connection: close', ''];
  const heard = await saying(port, ...head, ...headers, '1', '{', '1', '}', '0', '', '');
  expect(statusOf(heard)).toBe(422);
});

test.each(['/', '/pricing', '/book', rpcPath('availability'), '/assets/nothing.js'])(
  'a query of more than 4 KB is refused by %s',
  async (path) => {
    const { app } = openSite();
    expect((await app.request(`${path}?${'q'.repeat(4097)}`)).status).toBe(414);
    expect((await app.request(`${path}?q=${'q'.repeat(4000)}`)).status).not.toBe(414);
  },
);

test.each(['/', '/pricing/', '/booking/', '/app/', '/manage/', '/assets/'])(
  'a path of more than 2 KB is refused under %s',
  async (path) => {
    const response = await openSite().app.request(path + 'a'.repeat(2048));
    expect([response.status, response.headers.get('location')]).toEqual([414, null]);
  },
);

test('a client that leaves while sending is not logged as an error', async () => {
  const { app, lines } = openSite();
  const port = await serveReal(app);
  const head = [`POST ${rpcPath('hold')} HTTP/1.1`, 'host: localhost', 'sec-fetch-site: same-origin'];
  const client = new RawClient(port).say(...head, 'content-type: application/json', 'content-length: 50');
  client.say('', 'expect: 100-continue', '', '{"name":');
  await once(client.socket, 'data');
  client.socket.destroy();
  await expect.poll(() => lines.join('')).toContain('"status":400');
  expect(lines.join('')).not.toContain('"error"');
});

test.each([
  ['/book/photos', 6 * 12],
  ['/booking/b1/photos', 6 * 12],
  ['/dev/storage', 12],
])('%s takes bodies with files, and none beyond them', async (path, megabytes) => {
  const announced = async (bytes: number) => {
    const headers = { 'sec-fetch-site': 'same-origin', 'content-length': String(bytes), 'content-type': 'text/plain' };
    return (await openSite().app.request(path, { method: 'POST', headers })).status;
  };
  expect(await announced(megabytes * 1024 * 1024)).not.toBe(413);
  expect(await announced((megabytes + 1) * 1024 * 1024)).toBe(413);
});

test.each(['/booking/%00', '/book/calendar/%00.ics', '/manage/%00', '/calendar/%00.ics'])(
  'a path with NUL leads to nothing: %s',
  async (path) => {
    expect((await openSite().app.request(path)).status).toBe(404);
  },
);
