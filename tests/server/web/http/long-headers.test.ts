import { expect, test, vi } from 'vitest';
import { LONGEST_HEADER } from '#server/web/http/long-headers.ts';
import { saying, serveReal } from './raw-client.ts';

const START = ['GET / HTTP/1.1', 'Host: localhost', 'Connection: close'];

test.each([
  ['in one line', [`Accept-Encoding: ${'a,'.repeat(LONGEST_HEADER)}`]],
  ['in many lines', Array.from({ length: 300 }, () => 'Accept-Encoding: abcdefgh')],
])('a header that is too long, %s, is answered before the application', async (_, lines) => {
  const fetch = vi.fn<() => Response>(() => new Response('ok'));
  const answer = await saying(await serveReal({ fetch }), ...START, ...lines, '', '');
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain('The header accept-encoding is too long.');
  expect(fetch).not.toHaveBeenCalled();
});

test.each([
  ['a long cookie', [`Cookie: a=${'a'.repeat(4 * LONGEST_HEADER)}`]],
  ['a long referer', [`Referer: http://localhost/?${'a'.repeat(4 * LONGEST_HEADER)}`]],
  ['what a proxy says of its user', [`X-Amzn-Oidc-Data: ${'a'.repeat(4 * LONGEST_HEADER)}`]],
  ['the headers of a browser', ['User-Agent: Mozilla/5.0 (X11; Linux x86_64)', 'Accept-Encoding: gzip, deflate, br']],
])('%s is served', async (_, lines) => {
  expect(await saying(await serveReal({ fetch: () => new Response('ok') }), ...START, ...lines, '', '')).toMatch(
    /^HTTP\/1\.1 200 /,
  );
});
