import { expect, test } from 'vitest';
import { INDEXED_PATHS } from '#shared/business/public-pages.ts';
import { openSite } from '../bookings/site.ts';

const SHOP = { PUBLIC_URL: 'https://oak.example', EMAIL: 'hello@oak.example', APP_NAME: 'Oak “Street” Repairs' };

/** A site that renders no page: each of these files must be served without one. */
function site() {
  return openSite(undefined, SHOP, () => {
    throw new Error('a page was rendered');
  });
}

test('robots may read everything but people’s own pages, and learn where the sitemap is', async () => {
  const sent = await site().app.request('https://oak.example/robots.txt');
  expect(sent.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const lines = (await sent.text()).split('\n');
  expect(lines).toContain('User-agent: *');
  expect(lines).toContain('Sitemap: https://oak.example/sitemap.xml');
  const hidden = lines.flatMap((line) => /^Disallow: (.+)$/.exec(line)?.[1] ?? []);
  expect(hidden).toContain('/manage/');
  for (const path of [...INDEXED_PATHS, '/apple-touch-icon.png'])
    expect(hidden.filter((start) => path.startsWith(start))).toEqual([]);
});

test('the sitemap lists every page for search engines at the public address', async () => {
  const sent = await site().app.request('https://oak.example/sitemap.xml');
  expect(sent.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const listed = Array.from((await sent.text()).matchAll(/<loc>([^<]+)<\/loc>/g), ([, url]) => url);
  expect(listed).toEqual(INDEXED_PATHS.map((path) => `https://oak.example${path}`));
});

test('security.txt says where to write, and is valid for months from now', async () => {
  const { app, clock } = site();
  const text = await (await app.request('https://oak.example/.well-known/security.txt')).text();
  expect(text).toContain('Contact: mailto:hello@oak.example\n');
  expect(text).toContain('Canonical: https://oak.example/.well-known/security.txt\n');
  const days = (Date.parse(/Expires: (.+)/.exec(text)?.[1] ?? '') - clock.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

test.each(['/robots.txt', '/sitemap.xml', '/site.webmanifest'])(
  '%s is not sent again while it is the same',
  async (path) => {
    const { app } = site();
    const first = await app.request(`https://oak.example${path}`);
    expect(first.headers.get('cache-control')).toBe('public, max-age=3600');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await app.request(`https://oak.example${path}`, { headers })).status).toBe(304);
  },
);
