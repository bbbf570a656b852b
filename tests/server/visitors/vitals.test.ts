import { describe, expect, test } from 'vitest';
import type { SystemStats } from '#shared/owner/stats.ts';
import { ADA, openTown } from '../accounts/town.ts';
import { openSite } from '../bookings/site.ts';
import { from } from '../bookings/visitor.ts';

const ORIGIN = 'http://localhost:3000';

function report(body: unknown, headers: Record<string, string> = {}): RequestInit {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', 'content-length': String(text.length), origin: ORIGIN, ...headers },
  };
}

test('what browsers measured is in the owner’s statistics, by page and measure', async () => {
  const town = openTown();
  const ada = await town.resident(ADA);
  for (const LCP of [1000, 1100, 1200, 6000]) {
    const sent = await town.app.request('/vitals', report({ page: '/areas/ojai', values: { LCP, CLS: 0.3 } }));
    expect(sent.status).toBe(204);
    expect(sent.headers.get('set-cookie')).toBeNull();
  }
  const { vitals }: SystemStats = (await ada.ask('stats', {})).body;
  expect(vitals.map(({ page, vital, rating, views }) => [page, vital, rating, views])).toEqual([
    ['/areas/…', 'LCP', 'good', 4],
    ['/areas/…', 'CLS', 'poor', 4],
  ]);
  expect(vitals[0]?.value).toBeGreaterThan(1100);
  expect(vitals[0]?.value).toBeLessThanOrEqual(1250);
  const file = await ada.browser.request('/app/admin/stats/web-vitals.csv');
  expect((await file.text()).split('\r\n').slice(0, 2)).toEqual([
    'Page,Measure,75th percentile,Rating,Page views',
    expect.stringMatching(/^\/areas\/…,LCP,1\d\d\d,Good,4$/),
  ]);
});

describe('a report is refused', () => {
  test.each([
    ['no JSON', '{'],
    ['no address', { values: { LCP: 1 } }],
    ['another site’s address', { page: 'https://evil.example/', values: {} }],
    ['an unknown measure', { page: '/', values: { SPEED: 1 } }],
    ['a negative value', { page: '/', values: { LCP: -1 } }],
    ['an implausible value', { page: '/', values: { LCP: 1e12 } }],
    ['a text as its value', { page: '/', values: { LCP: '1' } }],
    ['something else beside', { page: '/', values: {}, email: 'ada@example.com' }],
  ])('with %s', async (_, body) => {
    const { app } = openSite();
    expect((await app.request('/vitals', report(body))).status).toBe(400);
  });

  test('when too many come from one network', async () => {
    const { app } = openSite();
    const statuses = new Set<number>();
    const { 'content-length': _, ...headers } = report({}).headers as Record<string, string>;
    for (let count = 0; count < 40; count++) {
      const sent = { ...report({ page: '/', values: {} }), headers };
      statuses.add((await app.request('/vitals', sent, from('203.0.113.7'))).status);
    }
    expect([...statuses]).toEqual([204, 429]);
  });
});
