import { expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { openSite } from '../../bookings/site.ts';
import { RawClient, saying, serveReal, statusOf } from '../http/raw-client.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

function post(path: string, body: BodyInit, headers: Record<string, string>) {
  const init = { method: 'POST', body, headers: { 'sec-fetch-site': 'same-origin', ...headers } };
  return openSite().app.request(path, init);
}

const LARGE = 'x'.repeat(64 * 1024 + 1);

test.each([
  ['a call', rpcPath('hold'), `"${LARGE}"`, JSON_TYPE],
  ['a form', rpcPath('hold'), `notes=${LARGE}`, FORM_TYPE],
  ['a webhook', '/webhooks/sandbox', LARGE, JSON_TYPE],
  ['an address that takes nothing', '/pricing', LARGE, FORM_TYPE],
])('%s with more than 64 KB is refused with a text', async (_, path, body, headers) => {
  const announced = await post(path, body, { ...headers, 'content-length': String(body.length) });
  expect(announced.status).toBe(413);
  expect(await announced.text()).toContain('more than we can take at once');
});

test('a body with a too large Content-Length is not read', async () => {
  const { app } = openSite();
  const port = await serveReal(app);
  const head = [`POST ${rpcPath('hold')} HTTP/1.1`, 'host: localhost', 'sec-fetch-site: same-origin'];
  const client = new RawClient(port).say(...head, 'content-type: application/json', 'content-length: 9999999', '', '{');
  expect(statusOf(await client.heard)).toBe(413);
});

test.each(['GET', 'POST'])(
  'a %s with a chunked body is refused before the body is read, and disconnected',
  async (method) => {
    const asked: string[] = [];
    const fetch = (request: Request) => new Response(asked.push(request.url).toString());
    const port = await serveReal({ fetch });
    const head = [`${method} /nowhere HTTP/1.1`, 'host: localhost', 'transfer-encoding: chunked', ''];
    const heard = await saying(port, ...head, ...Array.from({ length: 200 }, () => ['1', 'a']).flat(), '0', '', '');
    expect([statusOf(heard), asked]).toEqual([411, []]);
    expect(heard).toContain('Content-Length');
  },
);

test('the application gets the request with its whole body, and the next request on the connection is answered', async () => {
  const asked: string[] = [];
  const fetch = async (request: Request) => new Response(String(asked.push(await request.text())));
  const port = await serveReal({ fetch });
  const post = (length: number) => ['POST / HTTP/1.1', 'host: localhost', `content-length: ${length}`, '', ''];
  const client = new RawClient(port).say(...post(6)).say('abc');
  const other = await saying(port, 'GET / HTTP/1.1', 'host: localhost', 'connection: close', '', '');
  expect([statusOf(other), asked]).toEqual([200, ['']]);
  client.say('def').say('GET / HTTP/1.1', 'host: localhost', 'connection: close', '', '');
  expect((await client.heard).match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  expect(asked.toSorted()).toEqual(['', '', 'abcdef']);
});

test('when bodies that arrive are too many, the client that has sent most of one is disconnected', async () => {
  const fetch = async (request: Request) => new Response(String((await request.text()).length));
  const port = await serveReal({ fetch }, { arrivingBytes: 50_000 });
  const post = (length: number) => [
    'POST / HTTP/1.1',
    'host: localhost',
    'connection: close',
    `content-length: ${length}`,
  ];
  const small = new RawClient(port).say(...post(2000), '', 'x'.repeat(1000));
  const large = new RawClient(port).say(...post(60_000), '', 'x'.repeat(59_000));
  expect(await large.heard).toBe('');
  small.say('x'.repeat(1000));
  expect(statusOf(await small.heard)).toBe(200);
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

test('JSON deeper than eight levels is refused', async () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect((await post(rpcPath('hold'), nested(9), JSON_TYPE)).status).toBe(400);
  expect((await post(rpcPath('hold'), nested(30_000), JSON_TYPE)).status).toBe(400);
  expect((await post(rpcPath('hold'), nested(8), JSON_TYPE)).status).toBe(422);
  const query = `${rpcPath('ticket')}?payload=${encodeURIComponent(nested(9))}`;
  expect((await openSite().app.request(query)).status).toBe(400);
});

test('a client that leaves while sending is not logged as an error', async () => {
  const { app, lines } = openSite();
  const port = await serveReal(app, { requestMs: 100, headersMs: 50 });
  const head = [`POST ${rpcPath('hold')} HTTP/1.1`, 'host: localhost', 'sec-fetch-site: same-origin'];
  await saying(port, ...head, 'content-type: application/json', 'content-length: 50', '', '{"name":');
  await app.request('/healthz');
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
