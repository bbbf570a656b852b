import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { sameOrigin } from '#server/web/middleware/same-origin.ts';

const app = new Hono();
app.use(sameOrigin((origin) => origin === 'https://example.com'));
app.all('*', (c) => c.text('done'));

function send(headers: Record<string, string>, method = 'POST', path = '/') {
  return app.request(path, { method, headers });
}

test.each<[string, Record<string, string>, number]>([
  ['our own page, says the browser', { 'sec-fetch-site': 'same-origin' }, 200],
  ['our own page, by an older browser', { origin: 'https://example.com' }, 200],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://example.com' }, 403],
  ['a neighbour under the same domain', { 'sec-fetch-site': 'same-site' }, 403],
  ['the address bar', { 'sec-fetch-site': 'none' }, 403],
  ['another site, by an older browser', { origin: 'https://example.com.evil.example' }, 403],
  ['a page without an origin', { origin: 'null' }, 403],
  ['a request without any origin header', {}, 403],
])('a change sent by %s', async (_, headers, status) => {
  expect((await send(headers)).status).toBe(status);
});

test('reads are allowed from any origin, and webhooks by their signature', async () => {
  expect((await send({ 'sec-fetch-site': 'cross-site' }, 'GET')).status).toBe(200);
  expect((await send({}, 'POST', '/webhooks/sandbox')).status).toBe(200);
});
