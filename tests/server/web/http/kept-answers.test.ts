/** Answers that a server sends again without asking the application. */
import { type IncomingMessage, request as send } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Availability } from '#shared/booking/availability.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { DATE } from '../../../events/facts.ts';
import { MINUTE } from '../../bookings/site.ts';
import { openBuiltSite } from '../../built-site.ts';
import { saying, serveReal, statusOf } from './raw-client.ts';

type Headers = Readonly<Record<string, string>>;

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  /** Decoded. */
  readonly text: string;
}

const DECODED = new Map<string, (bytes: Buffer) => Buffer>([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
  ['zstd', zstdDecompressSync],
]);

/** The built site behind a real server, and the addresses that reached the application. */
async function open() {
  const site = openBuiltSite();
  const reached: string[] = [];
  const port = await serveReal({
    fetch(request, env) {
      reached.push(new URL(request.url).pathname);
      return site.app.fetch(request, env);
    },
    repeat: (request, response) => site.keptAnswers.repeat(request, response),
  });
  const ask = async (path: string, headers: Headers = {}, method = 'GET'): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    send({ host: '127.0.0.1', port, path, method, headers: { host: 'localhost', ...headers } }, resolve)
      .once('error', reject)
      .end();
    const response = await promise;
    const bytes = Buffer.concat(await response.toArray());
    const decode = DECODED.get(response.headers['content-encoding'] ?? '') ?? ((whole: Buffer) => whole);
    return { status: response.statusCode, headers: response.headers, text: decode(bytes).toString() };
  };
  return { ...site, reached, ask, port };
}

/** An answer without what is new in each: the request's id, the date, a nonce and a key. */
function alike({ status, headers, text }: Answer) {
  const { 'x-request-id': _, date: __, ...others } = headers;
  const fresh = [/'nonce-([^']+)'/.exec(policyOf(headers))?.[1], keyOf(text)];
  const blank = (whole: string) => fresh.reduce<string>((rest, each) => rest.replaceAll(each ?? '', ''), whole);
  return { status, headers: JSON.parse(blank(JSON.stringify(others))) as unknown, text: blank(text) };
}

function policyOf(headers: Answer['headers']): string {
  return String(headers['content-security-policy']);
}

function keyOf(html: string): string | undefined {
  return /<input type="hidden" name="key" value="([^"]+)"/.exec(html)?.[1];
}

describe.each(['/', '/pricing', '/book', '/book?service=half-day', '/assets/site.js'])('%s', (path) => {
  test.each([{}, { 'accept-encoding': 'br' }, { 'accept-encoding': 'identity' }])(
    'is repeated with %o',
    async (headers) => {
      const { ask, reached } = await open();
      const [first, second] = [await ask(path, headers), await ask(path, headers)];
      expect(reached).toHaveLength(1);
      expect(first.status).toBe(200);
      expect(alike(second)).toEqual(alike(first));
      expect(second.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    },
  );

  test('is repeated for no one who has something of their own, or asks otherwise', async () => {
    const { ask, reached } = await open();
    await ask(path);
    reached.length = 0;
    const others: [Headers, string?][] = [
      [{ cookie: 'theme=dark' }],
      [{ 'sec-gpc': '1' }],
      [{ host: 'localhost:3000' }],
      [{ 'accept-encoding': 'br' }],
      [{ 'if-none-match': '"other"' }],
      [{ 'content-length': '0' }],
      [{}, 'HEAD'],
    ];
    for (const [headers, method] of others) await ask(path, headers, method);
    expect(reached).toHaveLength(others.length);
  });
});

test.each(['/', '/book'])('%s is compressed anew for a browser that accepts only gzip', async (path) => {
  const { ask, reached } = await open();
  const headers = { 'accept-encoding': 'gzip' };
  const [first, second] = [await ask(path, headers), await ask(path, headers)];
  expect(reached).toHaveLength(2);
  expect(second.headers).toMatchObject({ 'content-encoding': 'gzip', vary: first.headers.vary });
  expect(alike(second).text).toBe(alike(first).text);
});

test('a visitor who has the page already is told so again', async () => {
  const { ask, reached } = await open();
  const { etag = '' } = (await ask('/')).headers;
  const [first, second] = [await ask('/', { 'if-none-match': etag }), await ask('/', { 'if-none-match': etag })];
  expect(first.status).toBe(304);
  expect(alike(second)).toEqual(alike(first));
  expect(reached).toHaveLength(2);
});

test('each visitor gets a nonce and a key of their own', async () => {
  const { ask, reached } = await open();
  const pages = [await ask('/book'), await ask('/book'), await ask('/book')];
  expect(reached).toHaveLength(1);
  expect(new Set(pages.map(({ text }) => keyOf(text))).size).toBe(3);
  for (const { text, headers } of pages) {
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policyOf(headers)) ?? [];
    expect(text).toContain(`nonce="${nonce}"`);
  }
});

test('a slot that was taken meanwhile is offered to no one', async () => {
  const { ask, visitor } = await open();
  const morning = async () => new RegExp(`date:"${DATE}",am:"(\\w+)"`).exec((await ask('/book')).text)?.[1];
  expect([await morning(), await morning()]).toEqual(['open', 'open']);
  await visitor().holds({ date: DATE, claim: 'am' });
  expect(await morning()).toBe('gone');
});

test('what can be booked is asked of the application once, until it changes', async () => {
  const { ask, visitor, reached } = await open();
  const path = `${rpcPath('availability')}?payload=${encodeURIComponent(JSON.stringify({ from: DATE, to: DATE }))}`;
  const morning = (answer: Answer) => (JSON.parse(answer.text) as Availability).days[0]?.am;
  const [first, second] = [await ask(path), await ask(path)];
  expect(morning(first)).toBe('open');
  expect(alike(second)).toEqual(alike(first));
  expect(second.headers['cache-control']).toBe('no-store');
  expect(reached).toHaveLength(1);
  await visitor().holds({ date: DATE, claim: 'am' });
  expect([morning(await ask(path)), morning(await ask(path))]).toEqual(['gone', 'gone']);
  expect(reached).toHaveLength(2);
});

test.each(['gzip, deflate, br, zstd', 'br', 'gzip', 'identity'])(
  'what can be booked in many days is repeated in the coding asked for: %s',
  async (coding) => {
    const { ask, reached } = await open();
    const path = `${rpcPath('availability')}?payload={}`;
    const [first, other, second] = [
      await ask(path, { 'accept-encoding': coding }),
      await ask(path),
      await ask(path, { 'accept-encoding': coding }),
    ];
    expect(first.headers['content-encoding']).toBe(coding === 'identity' ? undefined : coding.split(', ').at(-1));
    expect(alike(second)).toEqual(alike(first));
    expect(first.text).toBe(other.text);
    expect(reached).toHaveLength(2);
  },
);

test('a visitor who holds a time is told that it is theirs, and no one else is', async () => {
  const { ask, visitor } = await open();
  const path = `${rpcPath('availability')}?payload=${encodeURIComponent(JSON.stringify({ from: DATE, to: DATE }))}`;
  const holder = visitor();
  await holder.holds({ date: DATE, claim: 'am' });
  const morning = ({ text }: Answer) => (JSON.parse(text) as Availability).days[0]?.am;
  const cookie = `browser0=${holder.cookie('browser0')}`;
  expect(morning(await ask(path, { cookie }))).toBe('yours');
  expect(morning(await ask(path))).toBe('gone');
  expect(morning(await ask(path, { cookie }))).toBe('yours');
});

test('a page is made again each minute; a file is not', async () => {
  const { ask, clock, reached } = await open();
  for (const path of ['/book', '/assets/site.js']) await ask(path);
  clock.advance(MINUTE);
  for (const path of ['/book', '/assets/site.js']) await ask(path);
  expect(reached).toEqual(['/book', '/assets/site.js', '/book']);
});

test('a request with a second host is refused, as before the page was kept', async () => {
  const { ask, port } = await open();
  await ask('/pricing');
  const request = ['GET /pricing HTTP/1.1', 'Host: localhost', 'HOST: evil.example', 'connection: close', '', ''];
  expect(statusOf(await saying(port, ...request))).toBe(421);
});

test('a page of one person is not repeated', async () => {
  const { ask, reached } = await open();
  for (const path of ['/register', '/register', '/app', '/app', '/nowhere', '/nowhere']) await ask(path);
  expect(reached).toHaveLength(6);
});

test('a repeated answer is logged under the id that its visitor got', async () => {
  const { ask, lines } = await open();
  await ask('/pricing');
  const { headers } = await ask('/pricing');
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(logged.find(({ request }) => request === headers['x-request-id'])).toMatchObject({
    msg: 'request',
    method: 'GET',
    path: '/pricing',
    status: 200,
  });
});
