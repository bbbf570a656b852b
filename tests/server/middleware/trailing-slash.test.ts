import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { trailingSlash } from '#server/middleware/trailing-slash.ts';

const app = new Hono();
app.use(trailingSlash);
app.all('*', (c) => c.text('here'));

test.each([
  ['/pricing/', '/pricing'],
  ['/book/?service=half-day', '/book?service=half-day'],
  ['/book//confirmation', '/book/confirmation'],
  ['//evil.example/', '/evil.example'],
  ['//', '/'],
])('%s has moved for good to %s', async (path, location) => {
  const response = await app.request(`http://localhost${path}`);
  expect(response.status).toBe(308);
  expect(response.headers.get('location')).toBe(location);
});

test.each(['/', '/pricing', '/book?next=/a/'])('%s is where it is', async (path) => {
  expect((await app.request(path)).status).toBe(200);
});
