/** What strangers try, each in a few requests over a socket: directly, and behind each proxy that this machine has. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rpcPath } from '#shared/calls/rpc.ts';
import { OWNER_ACCOUNT, customer } from './account-page.ts';
import { inDays } from './http-customer.ts';
import { PROXIES, ReachedSite, type SiteRequest } from './proxies.ts';
import { holdRequest } from './shop.ts';

const { email, password } = OWNER_ACCOUNT;
const PAGES = ['/', '/book', '/pricing', '/login', '/nowhere'];

for (const proxy of [null, ...PROXIES.filter(({ isInstalled }) => isInstalled)]) {
  describe(`behind ${proxy?.program ?? 'no proxy'}`, () => {
    const site = new ReachedSite();
    const call = (name: string, input: object, options: SiteRequest = {}) => site.call(rpcPath(name), input, options);
    const cookiesOf = ({ headers }: { headers: { readonly 'set-cookie'?: readonly string[] | undefined } }) =>
      (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
    const signIn = (input: object = {}) => call('signIn', { email, password, ...input });

    beforeAll(async () => {
      await site.open(proxy);
      assert.equal((await call('register', OWNER_ACCOUNT)).status, 200);
    });
    afterAll(() => site.close());

    test.each([
      '//evil.example',
      '/.//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'https://a@evil.example/',
    ])('signing in never redirects to %s', async (redirect) => {
      const { status, text } = await signIn({ redirect });
      expect([status, JSON.parse(text)]).toMatchObject([200, { redirect: '/app' }]);
    });

    test('no response tells whether an address has an account', async () => {
      const unknown = customer('No Account').email;
      for (const [name, input] of [
        ['signIn', { password: 'not the password' }],
        ['forgotPassword', {}],
        ['register', { name: 'Some Body', password: 'some long password' }],
      ] as const) {
        const [known, none] = [await call(name, { ...input, email }), await call(name, { ...input, email: unknown })];
        expect([name, known.status, known.text]).toEqual([name, none.status, none.text]);
      }
    });

    test('each sign-in has a new token, which scripts cannot read and no file contains', async () => {
      const tokens: string[] = [];
      for (let count = 0; count < 2; count++) {
        const line = (await signIn()).headers['set-cookie']?.find((each) => /^(?:__Host-)?session=/.test(each)) ?? '';
        expect(line).toMatch(/; HttpOnly/);
        expect(line).toMatch(/; SameSite=Lax/);
        tokens.push(/=([^;]+)/.exec(line)?.[1] ?? '');
      }
      expect(new Set(tokens).size).toBe(2);
      const files = readdirSync(site.folder).filter((name) => name.startsWith('halfday.db'));
      const bytes = Buffer.concat(files.map((name) => readFileSync(join(site.folder, name))));
      expect(bytes.length).toBeGreaterThan(0);
      const parts = tokens.flatMap((value) => value.split('.')).filter(({ length }) => length >= 20);
      expect(parts.length).toBeGreaterThan(1);
      for (const part of parts) expect(bytes.includes(part)).toBe(false);
    });

    test('a session ends with signing out, also for a copy of its cookie', async () => {
      const cookie = cookiesOf(await signIn());
      const profile = () => site.ask('/app/profile', { headers: { cookie } });
      expect((await profile()).status).toBe(200);
      expect((await call('signOut', {}, { headers: { cookie } })).status).toBe(200);
      expect([(await profile()).status, (await profile()).headers.location]).toEqual([
        307,
        expect.stringMatching(/^\/login\?/),
      ]);
    });

    test.each([{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { 'sec-fetch-site': 'none' }])(
      'a change from elsewhere is refused: %j',
      async (headers) => {
        expect((await call('hold', holdRequest({ date: inDays(3), claim: 'am' }), { headers })).status).toBe(403);
        const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
        expect((await site.ask(rpcPath('signIn'), { method: 'POST', headers: form, body: 'email=a' })).status).toBe(
          403,
        );
      },
    );

    test.each(PAGES)('%s runs no script that the site has not written', async (path) => {
      const policy = (await site.ask(path)).headers['content-security-policy'] ?? '';
      const scripts = String(policy)
        .split('; ')
        .find((part) => part.startsWith('script-src'));
      expect(scripts).toMatch(/'(?:nonce|sha256)-/);
      expect(scripts).not.toMatch(/unsafe-|\*|https?:(?!\/\/www\.googletagmanager\.com)/);
      for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(part);
    });

    test('fields that no form has are refused, and no prototype is changed', async () => {
      const polluting = `{"__proto__":{"role":"admin"},"constructor":{},"email":"eve@example.com"}`;
      const headers = { 'content-type': 'application/json' };
      const polluted = await site.ask(rpcPath('register'), { method: 'POST', headers, body: polluting });
      const promoted = await call('register', { ...customer('Eve'), role: 'admin' });
      expect([polluted.status, promoted.status]).toEqual([422, 422]);
    });

    test('the same booking sent twice is one; its key opens nothing to others', async () => {
      const booking = { ...holdRequest({ date: inDays(5), claim: 'pm' }), key: randomUUID() };
      const first = await call('hold', booking);
      const again = await call('hold', booking, { headers: { cookie: cookiesOf(first) } });
      expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
      const changed = await call('hold', { ...booking, notes: 'Something else' });
      expect([changed.status, changed.headers['set-cookie']]).toEqual([409, undefined]);
      expect((await site.ask('/book')).text).not.toContain('Someone Else');
    });

    test.each([
      ['a path', `/${'p'.repeat(2100)}`, {}],
      ['a query', `/?a=${'q'.repeat(4200)}`, {}],
      ['headers', '/', { headers: { cookie: `a=${'c'.repeat(40_000)}` } }],
      [
        'JSON',
        rpcPath('hold'),
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: '['.repeat(9) },
      ],
    ] as const)('%s beyond its limit is refused, and no page shows a stack', async (_, path, options) => {
      const { status, text } = await site.ask(path, options);
      expect([400, 414, 431]).toContain(status);
      expect(text).not.toMatch(/\bat \S+ \(|node_modules|\.js:\d/);
    });

    test('an unsigned payment notice is refused, and no file of the server is served', async () => {
      const notice = await site.ask('/webhooks/sandbox', { method: 'POST', body: '{"checkout":"x"}' });
      expect(notice.status).toBe(400);
      for (const path of ['/.env', '/../server/main.js', '/%2e%2e/server/main.js', '/halfday.db'])
        expect((await site.ask(path)).status).toBeGreaterThanOrEqual(400);
    });
  });
}
