import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { HashingQueue } from '#server/accounts/passwords/passwords.ts';
import { createApp } from '#server/app.ts';
import { loadConfig } from '#server/process/config.ts';
import { Cookies } from '#server/web/http/cookies.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { Sealer } from '#server/web/http/sealing.ts';
import { openGuards } from '#server/context.ts';
import type { PageRequest } from '#server/web/render/render-page.tsx';
import type { Services } from '#server/context.ts';

const SECRET = 'a cookie secret that is long enough';
const NOW = Date.parse('2027-03-01T12:00:00Z');

const config = loadConfig({
  COOKIE_SECRET: SECRET,
  PUBLIC_URL: 'https://handyman.example',
  APP_NAME: 'Test & Sons',
  PHONE: '805 555 0100',
});

function open(render: (page: PageRequest) => Response = () => new Response('<h1>Page</h1>'), { staging = false } = {}) {
  const pages: PageRequest[] = [];
  const faults: unknown[] = [];
  const quiet = { info: () => {}, debug: () => {}, error: (line: { err?: unknown }) => faults.push(line.err) };
  const services = {
    config: { ...config, staging },
    clock: { now: () => NOW },
    log: quiet,
    payments: { name: 'sandbox', payOrigin: null },
    mailNotices: { name: 'mailbox' },
    hashing: new HashingQueue(),
    store: { writeRefusal: null, handleStorageError: () => {}, onCommit: () => () => {} },
  };
  const guards = openGuards({ ...services, now: () => NOW } as unknown as Services);
  const app = createApp({
    services: { ...services, ...guards } as unknown as Services,
    clientFolder: null,
    devRoutes: new Hono(),
    renderPage: async (page) => {
      pages.push(page);
      return render(page);
    },
  });
  return { app, pages, faults };
}

test.each([
  '/app/profile',
  '/booking/b1',
  '/reset-password?token=t',
  '/verify-email?token=t',
  '/login?redirect=/app',
  '/register',
  '/forgot-password',
])('personal pages are stored in no cache: %s', async (path) => {
  expect((await open().app.request(path)).headers.get('cache-control')).toBe('no-store');
});

test('pages contain the configured business; an unpublished phone number stays on the server', async () => {
  const { app, pages } = open();
  await app.request('/');
  expect(pages[0]?.site).toMatchObject({
    name: 'Test & Sons',
    email: 'hello@halfday.example',
    phone: null,
    origin: 'https://handyman.example',
  });
});

test('a notice reaches its page once, and none once another page is opened', async () => {
  const { app, pages } = open();
  const cookies = new Cookies(null, new Sealer([SECRET]), { isSecure: true, now: NOW });
  cookies.set('flash', { page: '/', refusal: null, nearest: [], notice: 'signed-out' });
  const cookie = cookies.changes.map((change) => change.split(';')[0]).join('; ');
  const shown = await app.request('/', { headers: { cookie } });
  expect(pages[0]?.flash).toMatchObject({ notice: 'signed-out', values: {} });
  expect(shown.headers.get('cache-control')).toBe('no-store');
  const response = await app.request('/pricing', { headers: { cookie } });
  expect(pages[1]?.flash).toBeNull();
  for (const { headers } of [shown, response])
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-flash=; Max-Age=0/)]);
});

test('a refused form is a 422 with its page and what was typed, which no cookie carries', async () => {
  const { app, pages } = open();
  const response = await app.request(rpcPath('hold'), {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ service: 'half-day', name: 'Zoë', notes: 'long '.repeat(400) }),
  });
  expect([pages[0]?.status, response.headers.get('cache-control')]).toEqual([422, 'private, no-cache']);
  expect(response.headers.get('content-location')).toBe('/book?service=half-day');
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(pages[0]?.request.url).toBe('https://handyman.example/book?service=half-day');
  expect(pages[0]?.flash?.values).toMatchObject({ name: ['Zoë'], notes: ['long '.repeat(400)] });
});

test('a page allows only GET and HEAD: other methods get 405', async () => {
  const { app, pages } = open();
  const headers = { 'sec-fetch-site': 'same-origin' };
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const response = await app.request('/pricing', { method, headers });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
  expect(pages).toEqual([]);
});

test('HTTPS responses set Strict-Transport-Security', async () => {
  const header = 'strict-transport-security';
  expect((await open().app.request('/')).headers.get(header)).toBe('max-age=31536000; includeSubDomains');
  expect((await open().app.request('/healthz')).headers.get(header)).toBe('max-age=31536000; includeSubDomains');
});

test('a staging site asks search engines to stay out on every response, and its pages know that they are a trial', async () => {
  for (const staging of [true, false]) {
    const { app, pages } = open(undefined, { staging });
    const paths = ['/', '/pricing', '/robots.txt', '/healthz', '/nowhere'];
    const responses = await Promise.all(paths.map(async (path) => app.request(path)));
    expect(responses.map(({ headers }) => headers.get('x-robots-tag'))).toEqual(
      paths.map(() => (staging ? 'noindex, nofollow' : null)),
    );
    expect(new Set(pages.map(({ site }) => site.isStaging))).toEqual(new Set([staging]));
  }
});
