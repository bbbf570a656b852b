/** How public pages are sent. */
import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DATE } from '../../../events/facts.ts';
import { MINUTE } from '../../bookings/site.ts';
import { TAGGED, openRendered, tokenOf } from './rendered-site.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/;

function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script ?? '');
}

describe('headers', () => {
  test('a visitor who has the page already is told so before anything is rendered', async () => {
    const { ask, visitor, clock, rendered } = openRendered();
    const { headers } = await ask('/');
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"/);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('vary')).toBe('accept-encoding, cookie');
    for (const known of [etag, etag.replace(/^W\//, ''), `"other", ${etag}`, '*']) {
      const again = await ask('/?utm_source=paper', { 'if-none-match': known, 'accept-encoding': 'br' });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
      expect(again.headers.get('content-encoding')).toBeNull();
      // The policy of the page that the browser has stays.
      expect(again.headers.get('content-security-policy')).toBeNull();
    }
    await visitor().holds({ date: DATE, claim: 'am' });
    clock.advance(MINUTE);
    expect((await ask('/', { 'if-none-match': etag })).status).toBe(304);
    expect(rendered()).toEqual(['/']);
  });

  test('a page depends on the signal of Global Privacy Control where the site asks for consent', async () => {
    const { headers } = await openRendered(TAGGED).ask('/about');
    expect(headers.get('vary')).toBe('accept-encoding, cookie, sec-gpc');
  });

  test.each(['/about', '/book'])(
    'the policy of %s allows our files and its inline scripts, without a nonce',
    async (path) => {
      const { ask } = openRendered();
      const response = await ask(path);
      const html = await response.text();
      const policy = response.headers.get('content-security-policy') ?? '';
      const hashes = inlineScripts(html).map((script) => `'sha256-${hash('sha256', script, 'base64')}'`);
      expect(hashes.length).toBeGreaterThan(1);
      expect(policy).toContain(`script-src 'self' ${[...new Set(hashes)].join(' ')};`);
      expect(policy + html).not.toContain('nonce');
    },
  );
});

describe('the idempotency key of a cached form', () => {
  test('is another for each visitor, in the form alone, and the page has no version', async () => {
    const { ask, rendered } = openRendered();
    const responses = [await ask('/book'), await ask('/book')];
    const pages = await Promise.all(responses.map((response) => response.text()));
    expect(rendered()).toEqual(['/book']);
    expect(tokenOf(pages[0]!)).not.toBe(tokenOf(pages[1]!));
    for (const html of pages) {
      expect(tokenOf(html)).toMatch(UUID);
      expect(html.split(tokenOf(html))).toHaveLength(2);
    }
    expect(responses.map(({ headers }) => headers.get('etag'))).toEqual([null, null]);
    expect(responses[0]!.headers.get('cache-control')).toBe('private, no-cache');
  });
});
