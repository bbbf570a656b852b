import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { LONGEST_REDIRECT } from '#shared/account/account.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { customer } from '../account-page.ts';
import { median } from '../../bench/measurement.ts';
import { Sealer } from '#server/web/http/sealing.ts';
import type { Threats } from './attacked-site.ts';
import type { Answer } from './visitor.ts';

const ELSEWHERE = [
  '//evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\u0000//evil.example',
  'https://evil.example',
  'HTTPS:evil.example',
  'https://a@evil.example/',
  'javascript:alert(1)',
  'data:text/html,evil',
];

export const openRedirects: Threats = {
  'no page and no answer about analytics leads to another site': async (site) => {
    for (const page of ELSEWHERE) {
      let { headers: login } = await site.owner.get(`/login?redirect=${encodeURIComponent(page)}`);
      // An address with NUL leads to the same address without.
      if (login.location?.startsWith('/login?')) ({ headers: login } = await site.owner.get(login.location));
      expect([page, login.location ?? '/app']).toEqual([page, '/app']);
      const body = new URLSearchParams({ answer: 'rejected', page }).toString();
      const consent = await site.visitor().post('/consent', 'application/x-www-form-urlencoded', body);
      expect([page, consent.status, consent.headers.location]).toEqual([page, 303, '/']);
    }
    for (const path of [
      '//evil.example',
      '//evil.example/',
      '///evil.example',
      '/\\evil.example/',
      '/.//evil.example/',
    ]) {
      const { headers } = await site.ask(path);
      const leads = new URL(headers.location ?? '/', site.publicUrl);
      expect([path, leads.origin]).toEqual([path, site.publicUrl]);
    }
  },
  'signing in leads to no other site, by a call and by a form': async (site) => {
    const { who } = await site.sharedMember('signs in');
    const own = [`${site.publicUrl}/pricing`, '/pricing'];
    const withUser = site.publicUrl.replace('://', '://a:b@');
    // `tests/shared/account/redirect.test.ts` has all spellings: each costs a password here.
    for (const redirect of ['//evil.example', '/\n/evil.example', withUser, ...own]) {
      const leads = own.includes(redirect) ? '/pricing' : '/app';
      const { email, password } = who;
      const posted = await site.visitor().form('signIn', { email, password, redirect });
      expect([redirect, posted.status, posted.headers.location]).toEqual([redirect, 303, leads]);
    }
    // Calls and forms share the handler.
    for (const [redirect, leads] of [
      [withUser, '/app'],
      ['/pricing', '/pricing'],
    ])
      expect(JSON.parse((await site.visitor(who).signIn({ redirect })).text)).toMatchObject({ redirect: leads });
    const long = `/${'x'.repeat(LONGEST_REDIRECT)}`;
    expect((await site.visitor(who).signIn({ redirect: long })).status).toBe(422);
  },
};

/** What a response says, without what differs in each. */
function saidIn({ status, headers, text }: Answer) {
  const { date: _date, 'x-request-id': _id, 'content-length': _length, ...same } = headers;
  const ids = /(?:nonce-|nonce="|csp-nonce" content="|")[\w-]{36}|\d{13}/g;
  return { status, headers: JSON.stringify(same).replaceAll(ids, ''), text: text.replaceAll(ids, '') };
}

/** Calls whose responses must not tell whether an address has an account. */
const ASKING = {
  signIn: { password: 'not the password' },
  forgotPassword: {},
  sendLinks: {},
  register: { name: 'Some Body', password: 'the long password of a stranger' },
} as const;

export const enumeration: Threats = {
  'status, headers and body are the same for known and unknown addresses, by a call and by a form': async (site) => {
    const known = await site.member();
    // As long as the other, so that lengths can be compared.
    const unknown = known.who.email.replace(/^p/, 'q');
    const at = (text: string) => text.replaceAll(unknown, known.who.email).replaceAll(encodeURIComponent(unknown), '');
    for (const [name, input] of Object.entries(ASKING)) {
      for (const way of ['call', 'form'] as const) {
        const [yes, no] = await Promise.all(
          [known.who.email, unknown].map((email) => site.visitor()[way](name, { ...input, email })),
        );
        const [said, other] = [saidIn(yes!), saidIn(no!)];
        expect([name, way, { ...other, text: at(other.text) }]).toEqual([name, way, { ...said, text: at(said.text) }]);
      }
    }
  },
  'a sign-in takes as long for an unknown address, because a password is hashed for it, too': async (site) => {
    const known = await site.sharedMember();
    const wait = async (email: string) => {
      const visitor = site.visitor();
      const begin = performance.now();
      expect((await visitor.call('signIn', { email, password: 'not the password' })).status).toBe(401);
      return performance.now() - begin;
    };
    const times: [number, number][] = [];
    for (let round = 0; round < 5; round++)
      times.push([await wait(known.who.email), await wait(`no.${round}@example.com`)]);
    const ratio = median(times.map(([yes]) => yes)) / median(times.map(([, no]) => no));
    expect(ratio).toBeGreaterThan(1 / 3);
    expect(ratio).toBeLessThan(3);
    // One network may have five passwords in the queue, whether or not their addresses are known.
    for (const emails of [Array(12).fill(known.who.email), Array(12).fill('no.one@example.com')]) {
      const visitor = site.visitor();
      const guess = (email: string) => visitor.call('signIn', { email, password: 'not the password' });
      const statuses = (await Promise.all(emails.map(guess))).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([401, 503]));
    }
  },
};

/** The value of the session's cookie, and its token. */
function sessionIn({ headers }: Answer) {
  const line = headers['set-cookie']?.find((each) => /^(?:__Host-)?session=/.test(each)) ?? '';
  const value = /=([^;]+)/.exec(line)?.[1] ?? '';
  return {
    line,
    value,
    token: value.split('.').find((part) => part.length === 43 && /^[a-zA-Z\d]+$/.test(part)) ?? '',
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export const stolenSessions: Threats = {
  'each sign-in has a new token of 256 bits, in a cookie that scripts and other sites cannot use': async (site) => {
    const visitor = site.visitor(site.owner.who);
    visitor.cookies.set(visitor.named('session'), 'chosen.by.an.attacker');
    const first = sessionIn(await visitor.signIn());
    const second = sessionIn(await visitor.signIn());
    for (const { line, token } of [first, second]) {
      expect(line).toMatch(/; Path=\/; HttpOnly;(?: Secure;)? SameSite=Lax$/);
      expect(line).not.toContain('Domain');
      if (site.isBehindProxy) expect(line).toMatch(/^__Host-session=.*; Secure/);
      // Of 62 letters.
      expect(token.length * Math.log2(62)).toBeGreaterThan(255);
    }
    expect(first.token).not.toBe(second.token);
    const before = site.visitor();
    before.cookies.set(visitor.named('session'), first.value);
    expect([await before.isSignedIn(), await visitor.isSignedIn()]).toEqual([false, true]);
  },
  'a copy of the database signs no visitor in: it has hashes of tokens and passwords': async (site) => {
    const visitor = site.visitor(site.owner.who);
    const { token, value } = sessionIn(await visitor.signIn());
    const stored = site.rows<{ token: string }>('SELECT token FROM sign_ins').map((row) => row.token);
    expect(stored).toContain(sha256(token));
    expect(stored.every((each) => /^[\da-f]{64}$/.test(each))).toBe(true);
    const files = site.filesWith([token, visitor.who.password, value]);
    expect(files).toEqual([]);
    const [password] = site.rows<{ hash: string }>('SELECT hash FROM passwords');
    expect(password?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const thief = site.visitor();
    const sealed = value.replace(token, sha256(token));
    const text = sealed.slice(0, sealed.lastIndexOf('.'));
    for (const cookie of [sealed, new Sealer(site.config.cookieSecrets).sign('cookie:session', text)]) {
      thief.cookies.set(thief.named('session'), cookie);
      expect(await thief.isSignedIn()).toBe(false);
    }
  },
  'a new password gives a new token, and ends every other session': async (site) => {
    const member = await site.member();
    const before = sessionIn(await member.signIn());
    const other = site.visitor(member.who);
    await other.signIn();
    const copy = member.copy();
    const change = { current: member.who.password, password: 'nine umbrellas in a hall' };
    const after = sessionIn(await member.call('changePassword', change));
    expect(after.token).not.toBe(before.token);
    const signedIn = await Promise.all([member, copy, other].map((each) => each.isSignedIn()));
    expect(signedIn).toEqual([true, false, false]);
  },
};

export const forgedCookies: Threats = {
  'a cookie that is altered, of another name, or of another site is ignored': async (site) => {
    const member = await site.sharedMember();
    const held = await member.hold();
    expect(held.status).toBe(200);
    const session = member.cookies.get(member.named('session')) ?? '';
    const hold = member.cookies.get(member.named('hold')) ?? '';
    const text = session.slice(0, session.lastIndexOf('.'));
    const altered = session.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'));
    const forged = [
      altered,
      `${text}.`,
      text,
      hold,
      new Sealer(['another secret']).sign('cookie:session', text),
      'x',
      '%',
    ];
    for (const value of forged) {
      const thief = site.visitor();
      thief.cookies.set(thief.named('session'), value);
      expect([value, await thief.isSignedIn()]).toEqual([value, false]);
    }
    const stranger = site.visitor();
    stranger.cookies.set(stranger.named('hold'), session);
    expect((await stranger.get(rpcPath('currentHold'))).text).toBe('null');
  },
};

/** Texts that look like the address of an account. */
const lookAlikes = ({ email }: { readonly email: string }) => [
  email.replace('e', 'е'),
  email.replace('o', 'о'),
  email.replace('e', 'e\u0301'),
  `${email}\n`.replace('.', '\u2024'),
];

export const addressesThatLookAlike: Threats = {
  'an address has one spelling, and only letters of ASCII': async (site) => {
    const member = await site.member();
    const { email, password } = member.who;
    const wide = email.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0));
    for (const same of [email.toUpperCase(), ` ${email} `, wide, `\u200b${email}`])
      expect([same, (await site.visitor().call('signIn', { email: same, password })).status]).toEqual([same, 200]);
    for (const other of lookAlikes(member.who).slice(0, 3)) {
      const { status } = await site.visitor().call('register', { ...customer('Look Alike'), email: other });
      expect([other, status]).toEqual([other, 422]);
    }
    const again = await site.visitor().call('register', { ...customer('Look Alike'), email: email.toUpperCase() });
    expect(again.status).toBe(200);
    await site.mail(email, /^Someone tried/);
    expect(await site.owner.users(email)).toHaveLength(1);
  },
};
