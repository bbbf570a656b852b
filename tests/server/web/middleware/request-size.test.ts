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

test.each(['/booking/%00', '/book/calendar/%00.ics', '/manage/%00', '/calendar/%00.ics'])(
  'a path with NUL leads to nothing: %s',
  async (path) => {
    expect((await openSite().app.request(path)).status).toBe(404);
  },
);
