import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { readBody } from '#server/web/middleware/request-size.ts';
import { openSite } from '../../bookings/site.ts';
import { saying, serveReal, statusOf } from '../http/raw-client.ts';

test.each([
  ['text/html', /<h1>That took too long<\/h1>/],
  ['application/json', /^content-type: text\/plain.*took too long to arrive/ims],
])('a body that does not arrive in time gets 408 as %s, and its client is disconnected', async (accept, words) => {
  const app = new Hono().use(readBody(100, 50));
  app.all('/', (c) => c.text('it was read'));
  const head = ['POST / HTTP/1.1', 'host: localhost', 'content-length: 6', `accept: ${accept}`, '', ''];
  const heard = await saying(await serveReal(app), ...head, 'abc');
  expect(statusOf(heard)).toBe(408);
  expect(heard).toMatch(words);
});

test.each(['/booking/%00', '/book/calendar/%00.ics', '/manage/%00', '/calendar/%00.ics'])(
  'a path with NUL leads to nothing: %s',
  async (path) => {
    expect((await openSite().app.request(path)).status).toBe(404);
  },
);
