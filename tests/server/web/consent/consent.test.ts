import { describe, expect, test } from 'vitest';
import { openBuiltSite } from '../../built-site.ts';

const ORIGIN = 'http://localhost:3000';
const TAGS = 'https://www.googletagmanager.com';

const ASKING = { GTM_ID: 'GTM-ABC1234', CONSENT: 'ask' };

/** The site as it is built: public pages are kept. */
function open(env: Readonly<Record<string, string>>) {
  const { app } = openBuiltSite({ env });
  const page = async (path: string, headers: Record<string, string> = {}) => {
    const response = await app.request(path, { headers });
    return { response, html: await response.text(), policy: response.headers.get('content-security-policy') ?? '' };
  };
  const answer = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.request('/consent', {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: ORIGIN, ...headers },
    });
  const cookieOf = async (given: string) => {
    const [cookie = ''] = (await answer({ answer: given, page: '/pricing' })).headers.getSetCookie();
    return { cookie: cookie.split(';')[0] ?? '' };
  };
  return { app, page, answer, cookieOf };
}

/** A page that is the same for all, one that is filled in, and one that is made for each visitor. */
const PATHS = ['/pricing', '/book', '/login'];

function loadsTags(html: string): boolean {
  return html.includes('/gtm.js?id=GTM-ABC1234') && html.includes(`${TAGS}/ns.html?id=GTM-ABC1234`);
}

describe.each(PATHS)('%s', (path) => {
  test('has nothing of the tag manager when none is set, whatever the consent', async () => {
    for (const CONSENT of ['off', 'ask']) {
      const { html, policy } = await open({ CONSENT }).page(path);
      expect(html).not.toMatch(/googletagmanager|Accept/);
      expect(policy).not.toContain('google');
    }
  });

  test('loads it for every visitor when nobody is asked, with its frame for browsers without script', async () => {
    const { page } = open({ GTM_ID: 'GTM-ABC1234' });
    for (const headers of [{}, { 'sec-gpc': '1' }]) {
      const { html, policy } = await page(path, headers);
      expect(loadsTags(html)).toBe(true);
      expect(html).not.toContain('Accept</button>');
      expect(policy).toContain(`frame-src ${TAGS}`);
    }
  });

  test('asks before anything is loaded', async () => {
    const { html, policy } = await open(ASKING).page(path);
    expect(html).not.toContain('gtm.js');
    expect(html).not.toContain('ns.html');
    expect(html).toMatch(/<button[^>]*value="accepted"[^>]*>Accept<.*<button[^>]*value="rejected"[^>]*>Reject</s);
    expect(policy).toContain(`frame-src ${TAGS}`);
  });

  test('gives Accept and Reject the same weight', async () => {
    const { html } = await open(ASKING).page(path);
    const [accept, reject] = Array.from(html.matchAll(/<button[^>]*name="answer"[^>]*>/g), ([button]) => button);
    expect(accept?.replace('accepted', 'rejected')).toBe(reject);
  });

  test('follows the answer, without any script', async () => {
    const { page, cookieOf } = open(ASKING);
    const accepted = await page(path, await cookieOf('accepted'));
    expect(loadsTags(accepted.html)).toBe(true);
    expect(accepted.html).not.toContain('consent-title');
    const rejected = await page(path, await cookieOf('rejected'));
    expect(rejected.html).not.toMatch(/gtm\.js|ns\.html|consent-title/);
    expect(rejected.policy).not.toContain('google');
    const asked = await page(path);
    expect(asked.html).toContain('consent-title');
  });

  test('takes Global Privacy Control as a rejection, also after the visitor had accepted', async () => {
    const { page, cookieOf } = open(ASKING);
    const given = await cookieOf('accepted');
    for (const headers of [{}, given]) {
      const { html, policy } = await page(path, { 'sec-gpc': '1', ...headers });
      expect(html).not.toMatch(/gtm\.js|ns\.html|consent-title/);
      expect(policy).not.toContain('google');
    }
  });

  test('is not restored by Back where its visitor may withdraw consent meanwhile', async () => {
    const { page, cookieOf } = open(ASKING);
    const accepted = await page(path, await cookieOf('accepted'));
    expect(accepted.response.headers.get('cache-control')).toBe('no-store');
    const usual = path === '/login' ? 'no-store' : 'private, no-cache';
    const unasked = await open({ GTM_ID: 'GTM-ABC1234' }).page(path);
    for (const { response } of [await page(path), await page(path, await cookieOf('rejected')), unasked])
      expect(response.headers.get('cache-control')).toBe(usual);
  });
});

test('the cached page of one visitor’s choice is never another’s', async () => {
  const { page, cookieOf } = open(ASKING);
  const asked = await page('/pricing');
  const accepted = await page('/pricing', await cookieOf('accepted'));
  expect(accepted.response.headers.get('etag')).not.toBe(asked.response.headers.get('etag'));
  expect(accepted.response.headers.get('vary')).toMatch(/cookie/);
  expect(accepted.response.headers.get('vary')).toMatch(/sec-gpc/);
  const etag = accepted.response.headers.get('etag') ?? '';
  expect((await page('/pricing', { 'if-none-match': etag })).response.status).toBe(200);
});

describe('the answer', () => {
  test('is stored in a cookie that scripts can read, and leads back to the page', async () => {
    const { answer } = open(ASKING);
    const response = await answer({ answer: 'accepted', page: '/areas?place=93023' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/areas?place=93023');
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^consent=.*Max-Age=15552000(?!.*HttpOnly).*SameSite=Lax/),
    ]);
    expect(response.headers.get('clear-site-data')).toBe('"prefetchCache"');
  });

  test.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)', String.raw`/\evil.example`, ''])(
    'does not lead to %j',
    async (page) => {
      const { answer } = open(ASKING);
      expect((await answer({ answer: 'rejected', page })).headers.get('location')).toBe('/');
    },
  );

  test('is refused from another site', async () => {
    const response = await open(ASKING).answer({ answer: 'accepted' }, { origin: 'https://evil.example' });
    expect(response.status).toBe(403);
  });
});
