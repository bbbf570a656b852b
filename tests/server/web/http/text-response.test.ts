import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { textResponse } from '#server/web/http/responses.ts';

const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

function saying(text: string) {
  const app = new Hono();
  app.get('/', (c) => textResponse(c, text, 503, { 'retry-after': '5' }));
  return (headers: Record<string, string> = {}) => app.request('/', { headers });
}

test('a browser gets the text as a page with a title and a link; the text is escaped', async () => {
  const response = await saying('Wait <b>here</b>.\n\nThen try again.')(NAVIGATION);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('5');
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const page = await response.text();
  expect(page).toContain('<html lang="en">');
  expect(page).toContain('<h1>We can’t do that right now</h1>');
  expect(page).toContain('<p>Wait &lt;b&gt;here&lt;/b&gt;.</p>');
  expect(page).toContain('<p>Then try again.</p>');
  expect(page).toContain('<a href="/">Go to the home page</a>');
});

test('a program gets plain text', async () => {
  const response = await saying('Wait here.')({ accept: '*/*' });
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await response.text()).toBe('Wait here.');
  expect(await (await saying('Wait here.')()).text()).toBe('Wait here.');
});
