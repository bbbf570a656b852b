import { hash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { BrowserRecord } from '#server/web/http/browser-record.ts';
import { Cookies } from '#server/web/http/cookies.ts';
import { Sealer } from '#server/web/http/sealing.ts';
import { rememberHold } from '#server/bookings/access/own-hold.ts';
import { MINUTE } from '../../bookings/site.ts';
import { openBuiltSite } from '../../built-site.ts';

/** The site with built files, and pages that contain their render count and the next open slot. */
function open() {
  const rendered: string[] = [];
  let status = 200;
  const site = openBuiltSite({
    async renderPage({ request, rpc, nonce }) {
      rendered.push(new URL(request.url).pathname);
      const next = await rpc.nextOpen();
      const html = `<p>${JSON.stringify(next)}</p><script${nonce ? ` nonce="${nonce}"` : ''}>let page = 1;</script>`;
      return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
    },
  });
  return { ...site, rendered, fail: (failing: number) => (status = failing) };
}

test('a page that is the same for all visitors is rendered once', async () => {
  const { app, rendered } = open();
  const first = await (await app.request('/pricing')).text();
  const second = await (await app.request('/pricing')).text();
  expect(second).toBe(first);
  expect(rendered).toEqual(['/pricing']);
});

test('a built file is not compressed for a request, which takes no turn', async () => {
  const { app } = open();
  const sent = await app.request('/assets/site.js', { headers: { 'accept-encoding': 'gzip' } });
  expect(sent.headers.get('content-encoding')).toBeNull();
  expect(sent.headers.get('content-length')).toBe('24000');
});

test('many simultaneous requests share one rendering', async () => {
  const { app, rendered } = open();
  await Promise.all(Array.from({ length: 20 }, async () => app.request('/')));
  expect(rendered).toEqual(['/']);
});

test('the home page is rendered again when the next open slot changes', async () => {
  const { app, rendered, clock } = open();
  const before = await (await app.request('/')).text();
  clock.advance(24 * 60 * MINUTE);
  const after = await (await app.request('/')).text();
  expect(after).not.toBe(before);
  expect(rendered).toEqual(['/', '/']);
});

test.each(['br;q=0', '*;q=0', 'identity, br;q=0.5', 'bra'])(
  'a client that accepts %s gets it uncompressed',
  async (accepted) => {
    const { app } = open();
    const response = await app.request('/about', { headers: { 'accept-encoding': accepted } });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await response.text()).toContain('<p>');
  },
);

test('its policy allows our own files and its own inline scripts, and no others', async () => {
  const { app } = open();
  const response = await app.request('/about');
  const policy = response.headers.get('content-security-policy');
  expect(policy).toContain(`script-src 'self' 'sha256-${hash('sha256', 'let page = 1;', 'base64')}';`);
  expect(policy).not.toContain('nonce');
  expect(await response.text()).not.toContain('nonce');
});

test('clients get it compressed if they accept that, and 304 if they have it', async () => {
  const { app } = open();
  const plain = await app.request('/about');
  const packed = await app.request('/about', { headers: { 'accept-encoding': 'gzip, br' } });
  expect(packed.headers.get('content-encoding')).toBe('br');
  const body = Buffer.from(await packed.arrayBuffer());
  expect(packed.headers.get('content-length')).toBe(String(body.length));
  expect(brotliDecompressSync(body).toString()).toBe(await plain.text());
  const etag = plain.headers.get('etag') ?? '';
  for (const known of [etag, etag.replace(/^W\//, ''), `"other", ${etag}`, '*']) {
    const again = await app.request('/about', {
      headers: { 'if-none-match': known, 'accept-encoding': 'br' },
    });
    expect([again.status, await again.text(), again.headers.get('content-encoding')]).toEqual([304, '', null]);
  }
});

test('a page that failed to render is not cached', async () => {
  const { app, rendered, fail } = open();
  fail(500);
  expect((await app.request('/pricing')).status).toBe(500);
  fail(200);
  expect((await app.request('/pricing')).status).toBe(200);
  expect(rendered.length).toBeGreaterThan(1);
});

test.each(['/pricing?a=1', '/nowhere'])('%s is rendered each time, with a nonce', async (path) => {
  const { app, rendered } = open();
  await app.request(path);
  const response = await app.request(path);
  expect(rendered).toHaveLength(2);
  expect(response.headers.get('content-security-policy')).toContain("'strict-dynamic'");
});

test('a visitor with a hold gets a page of their own, which is not cached', async () => {
  const { app, clock, config, rendered } = open();
  const sealer = new Sealer(config.cookieSecret);
  const cookies = new Cookies(null, sealer, { isSecure: false, now: clock.now() });
  rememberHold(new BrowserRecord(cookies, sealer), 'a booking');
  const cookie = cookies.changes.map((change) => change.split(';')[0]).join('; ');
  await app.request('/');
  const response = await app.request('/', { headers: { cookie } });
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(rendered).toEqual(['/', '/']);
});
