import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { SETTINGS } from '#server/process/config-variables.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { customer } from '../account-page.ts';
import { MAIN } from '../server.ts';
import { OWNER } from '../shop.ts';
import type { Threats } from './attacked-site.ts';
import { linkOf } from './rights.ts';
import type { Answer } from './visitor.ts';

const PUBLIC = ['/', '/pricing', '/services', '/areas/ojai', '/legal/terms', '/book', '/nowhere'];
const DYNAMIC = [
  '/login',
  '/register',
  '/forgot-password',
  '/lost-link',
  '/booking/unknown',
  '/verify-email?token=none',
];

/** The sources of a directive of a response's policy. */
function sourcesOf({ headers }: Answer, directive: string): string {
  const policy = String(headers['content-security-policy'] ?? '');
  return policy.split('; ').find((part) => part.startsWith(`${directive} `)) ?? '';
}

/** Values that differ in each response to a page: nonces, and keys and tokens of its forms. */
const onceIn = (text: string): string[] =>
  Array.from(
    text.matchAll(/name="(?:key|token)" value="([^"]+)"|nonce="([^"]+)"/g),
    ([, value, nonce]) => value ?? nonce ?? '',
  );

const MARKUP = '<img src=x onerror=alert(1)></script><script>alert(2)</script>';

export const scriptsInText: Threats = {
  'every page has a policy by which no script runs that the site hasn’t written': async (site) => {
    for (const path of [
      ...PUBLIC,
      ...DYNAMIC,
      '/healthz',
      '/robots.txt',
      rpcPath('session'),
      '/_serverFn/none',
      '/assets/none.js',
    ]) {
      const answer = await site.visitor().get(path);
      const { headers } = answer;
      expect([path, headers['x-content-type-options']]).toEqual([path, 'nosniff']);
      expect([path, headers['content-security-policy']]).not.toEqual([path, expect.stringMatching(/unsafe-eval/)]);
      expect([path, sourcesOf(answer, 'base-uri'), sourcesOf(answer, 'frame-ancestors')]).toEqual([
        path,
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]);
      const scripts = sourcesOf(answer, 'script-src');
      if (!answer.text.includes('<h1') || scripts === '') {
        expect([path, sourcesOf(answer, 'default-src')]).toEqual([path, "default-src 'none'"]);
        continue;
      }
      expect([path, sourcesOf(answer, 'object-src')]).toEqual([path, "object-src 'none'"]);
      expect(scripts).not.toMatch(/unsafe-|\*|data:|https?:/);
      if (PUBLIC.includes(path)) expect([path, scripts]).toEqual([path, expect.stringContaining("'sha256-")]);
      else expect([path, scripts]).toEqual([path, expect.stringMatching(/'nonce-[\w-]{36}' 'strict-dynamic'/)]);
    }
  },
  'a nonce, an idempotency key and a form’s token are in one response alone, also of cached pages': async (site) => {
    for (const path of ['/book', ...DYNAMIC]) {
      const [one, two] = [await site.visitor().get(path), await site.visitor().get(path)];
      const both = [onceIn(one.text), onceIn(two.text)].map((values) => new Set(values));
      expect([path, both[0]!.size]).not.toEqual([path, 0]);
      expect([path, [...both[0]!.intersection(both[1]!)]]).toEqual([path, []]);
    }
  },
  'what people type is escaped in pages, their state, and mail': async (site) => {
    const member = await site.member();
    const name = `Eve ${MARKUP}`.slice(0, 90);
    await member.done('changeProfile', { name, phone: '', address: '', area: '' });
    const eventId = await member.book({ name, notes: MARKUP, address: `1 Main Street ${MARKUP}` });
    const refused = await member.form('hold', { name, notes: MARKUP, email: MARKUP, step: MARKUP });
    expect(refused.status).toBe(422);
    const answers = [
      refused,
      await member.get('/app/profile'),
      await member.get(`/booking/${eventId}`),
      await member.get('/book'),
      await site.owner.get(`/app/admin/bookings/${eventId}`),
      await site.owner.get('/app/admin'),
      await site.visitor().get(`/login?redirect=/${encodeURIComponent(MARKUP)}`),
      await site.visitor().get(`/services?find=${encodeURIComponent(MARKUP)}`),
      await site.visitor().get(`/${encodeURIComponent(MARKUP)}`),
      await site.visitor().get(`/book?step=${encodeURIComponent(MARKUP)}`),
    ];
    for (const { text } of answers) expect(text).not.toMatch(/<img src=x|<script>alert/);
    expect(answers.filter(({ text }) => text.includes('onerror')).length).toBeGreaterThan(4);
    for (const to of [member.who.email, OWNER]) {
      const { html } = await site.mail(to, /booked|booking/i);
      expect(html).not.toMatch(/<img src=x|<script/);
    }
  },
  'records for search engines are JSON that no text can end': async (site) => {
    for (const path of ['/', '/areas/ojai', '/pricing']) {
      const { text } = await site.visitor().get(path);
      const records = Array.from(
        text.matchAll(/<script type="application\/ld\+json"[^>]*>([^]*?)<\/script>/g),
        ([, json]) => json ?? '',
      );
      expect(records.length).toBeGreaterThan(0);
      for (const json of records) {
        expect(json).not.toContain('<');
        expect(JSON.parse(json)).toBeTruthy();
      }
    }
  },
};

const SECRET = { address: '9 Quince Road', phone: '805 555 0177', notes: 'Ring at the blue door' };

export const dataInPages: Threats = {
  'pages and calls of a stranger have nothing of a booking but what its ticket shows': async (site) => {
    const visitor = site.visitor(customer('Quinn Zephyrine'));
    const eventId = await visitor.book(SECRET);
    const stranger = site.visitor();
    const ticket = await stranger.query('ticket', { eventId });
    const shown = JSON.parse(ticket.text) as Record<string, unknown>;
    expect(Object.keys(shown).toSorted()).toEqual(
      'cancel canCorrect claim date eventId freeChangesThrough mailedTo method opensHere policy priceCents service state today'
        .split(' ')
        .toSorted(),
    );
    const pages = ['/', '/book', '/app', `/book/confirmation?eventId=${eventId}`, `/book/calendar/${eventId}.ics`];
    const answers = [ticket, ...(await Promise.all(pages.map((path) => stranger.get(path))))];
    for (const { text } of answers)
      for (const secret of [...Object.values(SECRET), 'Quinn', 'zephyrine', 'Zephyrine'])
        expect(text).not.toContain(secret);
  },
  'pages and calls of an account have neither secrets nor data of others': async (site) => {
    const member = await site.sharedMember();
    await site.owner.book(SECRET);
    const answers = [
      ...(await Promise.all(
        ['/app', '/app/profile', '/app/bookings', '/book', '/app/profile/export'].map((path) => member.get(path)),
      )),
      await member.query('profile'),
      await member.query('session'),
      await member.query('ownDetails'),
      await member.query('bookings', { filter: 'all', page: 1 }),
      await site.owner.get('/app/admin/users'),
    ];
    const [token = ''] = (member.cookies.get(member.named('session')) ?? '').split('.').slice(1);
    expect(token).toHaveLength(43);
    for (const { text } of answers)
      for (const secret of [token, member.who.password, 'argon2']) expect(text).not.toContain(secret);
    for (const { text } of answers.slice(0, -1))
      for (const secret of [...Object.values(SECRET), site.owner.who.email]) expect(text).not.toContain(secret);
    const [user] = await site.owner.users(member.who.email);
    expect(JSON.stringify(user)).not.toMatch(/hash|token|password/i);
  },
  'pages with data of one visitor are stored nowhere': async (site) => {
    const member = await site.sharedMember();
    const eventId = await member.book();
    for (const path of [
      '/',
      '/book',
      '/app',
      '/app/profile',
      `/booking/${eventId}`,
      rpcPath('session'),
      '/app/profile/export',
    ])
      expect([path, (await member.get(path)).headers['cache-control']]).toEqual([path, 'no-store']);
  },
};

export const otherPrograms: Threats = {
  'control characters and line breaks in names never reach a mail’s header or a calendar': async (site) => {
    const member = await site.member();
    const name = 'Eve\r\nBcc: victim@localhost\u202e\u0007\u0000';
    const address = `12 Elm; Street, West\\East\r\nEND:VEVENT\nBEGIN:VEVENT ${'long '.repeat(10)}`;
    const eventId = await member.book({ name, address });
    const { to, subject, text } = await site.mail(member.who.email, /booked/);
    expect([to, subject]).toEqual([member.who.email, expect.not.stringMatching(/\p{Cc}|\u202e/u)]);
    expect(text).not.toMatch(/^Bcc:|\u202e|\0/m);
    expect(await site.mails('victim@localhost')).toEqual([]);
    const calendar = (await member.get(`/booking/${eventId}/calendar.ics`)).text;
    const lines = calendar.split('\r\n');
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(calendar.replaceAll('\r\n ', '')).toContain(
      'LOCATION:12 Elm\\; Street\\, West\\\\East END:VEVENT BEGIN:VEVENT',
    );
    expect(calendar.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u);
  },
  'a cell of a table never begins a formula': async (site) => {
    for (const page of ['/=1+1', '/book']) {
      const body = JSON.stringify({ page, values: { LCP: 1200 } });
      await site.visitor().post('/vitals', 'application/json', body);
    }
    for (const table of ['bookings', 'users', 'vitals']) {
      const { status, headers, text } = await site.owner.get(`/app/admin/stats/${table}.csv`);
      if (status === 404) continue;
      expect(headers['content-disposition']).toMatch(/^attachment/);
      for (const cell of text.split(/[\r\n,]+/)) expect(cell).not.toMatch(/^"?[=+@\t]|^"?-(?!\d)/);
    }
  },
};

const CLIENT = join(MAIN, '../../client');

export const secretsInFiles: Threats = {
  'no file for browsers has a setting’s name, a server module or a source map, and no file of the server is served':
    async (site) => {
      const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
      // The form of the first account names the setup token.
      const secrets = Object.keys(SETTINGS).filter((name) => /SECRET|KEY|SVIX_TOKEN/.test(name));
      expect(secrets).toContain('COOKIE_SECRET');
      const words = [...secrets, 'better-sqlite3', 'node:fs', 'sourceMappingURL', 'argon2'];
      for (const file of files.filter((name) => /\.(?:js|css|html|json|webmanifest)$/.test(name))) {
        const content = readFileSync(join(CLIENT, file), 'utf8');
        expect([file, words.filter((word) => content.includes(word))]).toEqual([file, []]);
      }
      const script = files.find((name) => name.endsWith('.js')) ?? '';
      for (const path of [
        `/${script}.map`,
        '/main.js',
        '/.env',
        '/.vite/manifest.json',
        '/../server/main.js',
        '/%2e%2e/server/main.js',
        '/assets/..%2f..%2fserver/main.js',
        '/halfday.db',
        '/cookie-secret',
        '/package.json',
      ]) {
        const { status } = await site.ask(path);
        expect([path, status >= 400]).toEqual([path, true]);
      }
      expect((await site.ask(`/${script}`)).status).toBe(200);
    },
};

export const referrers: Threats = {
  'a page with a secret in its address sends at most its origin to other sites': async (site) => {
    const visitor = site.visitor();
    await visitor.book();
    const token = 'A'.repeat(43);
    for (const path of [
      await linkOf(site, visitor),
      `/manage/${token}`,
      `/reset-password?token=${token}`,
      `/verify-email?token=${token}`,
    ])
      expect((await site.visitor().get(path)).headers['referrer-policy']).toMatch(/^(?:no-referrer|strict-origin)$/);
    for (const path of PUBLIC)
      expect((await site.visitor().get(path)).headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    const member = await site.sharedMember();
    expect((await member.get('/app/profile')).headers['referrer-policy']).toBe('same-origin');
  },
};
