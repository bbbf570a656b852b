import { expect, test, vi } from 'vitest';
import { MOST_IN_ONE_READ } from '#server/web/http/parser-guard.ts';
import { RawClient, saying, serveReal } from './raw-client.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
const CLOSING = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

test.each([
  ['tiny requests', REQUEST.repeat(MOST_IN_ONE_READ.requests + 1)],
  ['requests that Node itself refuses', 'GET / HTTP/1.1\r\n\r\n'.repeat(MOST_IN_ONE_READ.requests + 1)],
  [
    'chunks',
    `POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(MOST_IN_ONE_READ.lines)}`,
  ],
  ['header lines', `GET / HTTP/1.1\r\nHost: localhost\r\n${'a: b\r\n'.repeat(MOST_IN_ONE_READ.lines)}\r\n`],
])('a client that sends too many %s at once is disconnected before any is parsed', async (_, bytes) => {
  const fetch = vi.fn<() => Response>(() => new Response('ok'));
  const port = await serveReal({ fetch });
  expect(await new RawClient(port).say(bytes).heard).toBe('');
  expect(fetch).not.toHaveBeenCalled();
  expect(await saying(port, CLOSING)).toMatch(/^HTTP\/1\.1 200 /);
});

test('requests one after another over one connection are not counted together', async () => {
  const port = await serveReal({ fetch: () => new Response('ok') });
  const client = new RawClient(port);
  for (let count = 0; count <= MOST_IN_ONE_READ.requests; count++) {
    const answered = new Promise((resolve) => client.socket.once('data', resolve));
    client.say(REQUEST);
    await answered;
  }
  expect(await client.say(CLOSING).heard).toMatch(/HTTP\/1\.1 200 /);
});
