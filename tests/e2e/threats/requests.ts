import { expect } from 'vitest';
import { contract } from '#shared/calls/contract.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { inDays } from '../http-customer.ts';
import { holdRequest } from '../shop.ts';
import { linkOf } from './rights.ts';
import type { AttackedSite, Threats } from './attacked-site.ts';
import { newKey } from './visitor.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const CALLS = Object.entries(contract).map(([name, { method }]) => ({ name, method }));
const COMMANDS = CALLS.filter(({ method }) => method === 'POST').map(({ name }) => name);

/** Addresses that take posts beside the calls, with a type of body that each reads. */
const POSTS: Readonly<Record<string, string>> = {
  '/book/photos': 'multipart/form-data; boundary=x',
  '/booking/b1/photos': 'multipart/form-data; boundary=x',
  '/consent': FORM_TYPE,
  '/vitals': JSON_TYPE,
  '/dev/clock': FORM_TYPE,
};

/** The origin headers of requests that no page of the site sends. Undefined: the header is left out. */
function foreignOrigins({ publicUrl }: AttackedSite): Record<string, string>[] {
  const { host } = new URL(publicUrl);
  const origins = [
    'https://evil.example',
    'null',
    '',
    `${publicUrl}.evil.example`,
    `https://evil.example/${publicUrl}`,
    `${publicUrl}/`,
    publicUrl.startsWith('https') ? `http://${host}` : `https://${host}`,
    `${new URL(publicUrl).protocol}//${new URL(publicUrl).hostname}:1`,
  ].map((origin) => ({ origin }));
  const sites = ['cross-site', 'same-site', 'none', '', 'same-origin, cross-site'].map((site) => ({
    'sec-fetch-site': site,
    origin: publicUrl,
  }));
  return [...sites, ...origins, {}];
}

export const crossSiteRequests: Threats = {
  'a change with a foreign origin, or with none, is refused, whatever its type': async (site) => {
    const member = await site.member();
    const before = site.position;
    for (const headers of foreignOrigins(site)) {
      const options = { headers: { ...headers, cookie: member.cookie }, isForeign: true };
      for (const type of [JSON_TYPE, FORM_TYPE, 'text/plain']) {
        const { status, text } = await site
          .visitor()
          .post(rpcPath('signOut'), type, type === JSON_TYPE ? '{}' : '', options);
        expect([headers, type, status]).toEqual([headers, type, 403]);
        expect(text).not.toContain(member.who.email);
      }
      for (const [path, type] of Object.entries(POSTS)) {
        const { status } = await site.visitor().post(path, type, 'advance=60000&answer=accepted', options);
        expect([headers, path, status]).toEqual([headers, path, 403]);
      }
    }
    expect([site.position, await member.isSignedIn()]).toEqual([before, true]);
    const own = { headers: { origin: site.publicUrl }, isForeign: true };
    expect((await member.post(rpcPath('signOut'), JSON_TYPE, '{}', own)).status).toBe(200);
  },
  'every call refuses a change with a foreign origin': async (site) => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    for (const name of COMMANDS)
      expect([name, (await site.owner.call(name, {}, { headers })).status]).toEqual([name, 403]);
  },
  'a call takes JSON and forms alone: other types need no preflight or are slow to parse': async (site) => {
    const body = JSON.stringify(holdRequest(site.slot()));
    for (const type of [
      '',
      'text/plain',
      'application/jsonp',
      'text/json',
      'application/json,text/plain',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded2',
    ]) {
      const { status } = await site.visitor().post(rpcPath('hold'), type, body);
      expect([type, status]).toEqual([type, 415]);
    }
    const held = await site.visitor().post(rpcPath('hold'), 'Application/JSON; charset=utf-8', body);
    expect(held.status).toBe(200);
  },
  'no GET changes anything: neither a call, nor a page, nor a link of a mail': async (site) => {
    const visitor = site.visitor();
    const held = await visitor.hold();
    const checkout = (JSON.parse(held.text) as { redirect: string }).redirect;
    const member = await site.sharedMember();
    const [before, now] = [site.position, await site.now()];
    const payload = encodeURIComponent(JSON.stringify(holdRequest(site.slot())));
    for (const name of COMMANDS)
      // All calls share the answer to other methods.
      for (const method of name === 'cancel' ? ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'] : ['GET']) {
        const { status } = await member.get(`${rpcPath(name)}?payload=${payload}`, { method });
        expect([name, method, status]).toEqual([name, method, 405]);
      }
    for (const path of [
      `${checkout}?way=pay`,
      '/dev/clock?advance=3600000',
      '/consent?answer=accepted',
      '/book?forgetHold=1',
      '/app/profile?deleteAccount=1',
      '/app/profile/export',
      '/login?email=a&password=b',
      '/verify-email?token=none',
    ])
      await member.get(path);
    expect(site.position).toBe(before);
    expect((await site.now()) - now).toBeLessThan(3_600_000);
    expect(await member.isSignedIn()).toBe(true);
    expect(await visitor.pay(held)).toBeTruthy();
  },
};

export const unknownFields: Threats = {
  'every call refuses a field that it doesn’t ask for, also from an admin': async (site) => {
    const headers = await site.owner.tokenHeader();
    for (const { name, method } of CALLS) {
      for (const input of [
        '{"unasked":1}',
        '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}',
        '[]',
        '"text"',
      ]) {
        const path = `${rpcPath(name)}?payload=${encodeURIComponent(input)}`;
        const who = site.owner.copy();
        const { status } = await (method === 'GET'
          ? who.get(path, { headers })
          : who.post(rpcPath(name), JSON_TYPE, input, { headers }));
        expect([name, input, status]).toEqual([name, input, 422]);
      }
    }
  },
  'a right that is sent with a registration, a booking or a profile is refused': async (site) => {
    const member = await site.member();
    const profile = { name: 'Eve', phone: '', address: '', area: '' };
    const refused = [
      await site.visitor().call('register', { ...site.visitor().who, role: 'admin' }),
      await site.visitor().call('register', { ...site.visitor().who, emailVerified: true }),
      await member.call('changeProfile', { ...profile, role: 'admin' }),
      await member.hold({ status: 'confirmed' }),
      await member.hold({ price: 1 }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422, 409]);
    await member.form('changeProfile', { ...profile, role: 'admin', '__proto__[role]': 'admin', constructor: 'x' });
    expect((await member.session()).user).toMatchObject({ name: 'Eve', role: 'user' });
  },
  'names of built-in properties are no pages, services, tasks or checkouts': async (site) => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      for (const path of ['areas', 'services', 'booking', 'book/calendar', '_serverFn', 'dev/pay', 'legal']) {
        const { status } = await site.ask(`/${path}/${name.toLowerCase()}`);
        expect([path, name, status]).toEqual([path, name, 404]);
      }
      expect((await site.visitor().hold({ tasks: [name] })).status).toBe(422);
      expect((await site.visitor().hold({ area: name })).status).toBe(422);
      expect((await site.ask(`/book?service=${name}&${name}=1`)).status).toBe(200);
    }
  },
};

/** How often a visit is held or booked at a slot. */
const countOf = (site: AttackedSite, type: string) =>
  site.rows<{ n: number }>(`SELECT count(*) AS n FROM events WHERE type = '${type}'`)[0]?.n;

export const doingItTwice: Threats = {
  'a booking that is sent five times at once is one, and its key opens nothing to others': async (site) => {
    const visitor = site.visitor();
    const from = site.slot();
    const booking = { ...holdRequest(from), email: visitor.who.email, key: newKey() };
    const before = countOf(site, 'SlotHeld') ?? 0;
    const answers = await Promise.all(Array.from({ length: 5 }, () => visitor.copy().call('hold', booking)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const first = await visitor.call('hold', booking);
    expect([first.status, first.text]).toEqual([200, answers[0]?.text]);
    expect(countOf(site, 'SlotHeld')).toBe(before + 1);
    const thief = site.visitor();
    const changed = await thief.call('hold', { ...booking, notes: 'Something else' });
    expect([changed.status, changed.headers['set-cookie']]).toEqual([409, undefined]);
    expect((await thief.get('/book')).text).not.toContain(visitor.who.email);
    const id = await visitor.pay(first);
    const cancel = { eventId: id, from, expects: 'refund', key: newKey() };
    const reader = site.visitor();
    await reader.get(await linkOf(site, visitor));
    const canceled = await Promise.all([1, 2, 3].map(() => reader.copy().call('cancel', cancel)));
    expect(new Set(canceled.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(canceled[0]?.status).toBe(200);
    expect((await site.visitor().call('cancel', cancel)).status).toBe(404);
  },
};

export const forgedHosts: Threats = {
  'a request for another host gets no page, also with an absolute target, and links never lead there': async (site) => {
    const own = new URL(site.publicUrl).host;
    const isPage = (heard: string) => heard.includes('Halfday Handyman');
    for (const lines of [
      site.head('GET', '/', 'evil.example'),
      site.head('GET', 'http://evil.example/'),
      site.head('GET', '/', `${own}@evil.example`),
      [...site.head('GET', '/'), 'Host: evil.example'],
      site.head('GET', `http://${own}@evil.example/`),
    ]) {
      const heard = await site.say(...lines, '', '');
      expect([lines, isPage(heard), heard.includes('location: http://evil')]).toEqual([lines, false, false]);
    }
    expect(isPage(await site.say(...site.head('GET', '/pricing'), '', ''))).toBe(true);
  },
  'headers that name another host change no link of a page or a mail': async (site) => {
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'ftp',
      'x-original-url': '/app/admin',
      'x-rewrite-url': '/app/admin',
      forwarded: 'host=evil.example;proto=ftp',
    };
    for (const path of ['/', '/pricing', '/sitemap.xml', '/robots.txt']) {
      const { status, text } = await site.visitor().get(path, { headers });
      expect([path, status]).toEqual([path, 200]);
      expect(text).toContain(`${site.publicUrl}/`);
      expect(text).not.toMatch(/evil\.example|ftp:/);
    }
    const member = await site.member();
    await member.call('forgotPassword', { email: member.who.email }, { headers });
    const { text, html } = await site.mail(member.who.email, /new password/);
    expect(text).toContain(`${site.publicUrl}/reset-password?token=`);
    expect(text + html).not.toContain('evil.example');
  },
};

export const times: Threats = {
  'dates are the business’s, whatever zone the server and its visitors are in': async (site) => {
    const { text } = await site.visitor().query('availability');
    const zone = 'America/Los_Angeles';
    const today = Temporal.Instant.fromEpochMilliseconds(await site.now())
      .toZonedDateTimeISO(zone)
      .toPlainDate();
    expect((JSON.parse(text) as { today: string }).today).toBe(today.toString());
    const { headers } = await site.visitor().get('/', { headers: { date: 'Fri, 01 Jan 2021 00:00:00 GMT' } });
    expect(Math.abs(Date.parse(headers.date ?? '') - Date.now())).toBeLessThan(600_000);
  },
  'a date that isn’t in the calendar, is over, or is written in another way is refused': async (site) => {
    const slot = site.slot();
    for (const date of [
      '2027-02-30',
      '2027-13-01',
      '2027-2-3',
      `${slot.date}T10:00:00Z`,
      ` ${slot.date}`,
      '+002027-03-01',
      1_800_000_000_000,
      null,
    ])
      expect([date, (await site.visitor().hold({ date })).status]).toEqual([date, 422]);
    for (const date of ['2020-01-01', inDays(-1), '2999-01-01'])
      expect([date, (await site.visitor().hold({ date })).status]).toEqual([date, 409]);
  },
};

const STACK = /\bat \S+ \(|node_modules|\.js:\d/;

export const errors: Threats = {
  'an error shows an id to its visitor and the stack to the log alone': async (site) => {
    const visitor = site.visitor();
    const eventId = await visitor.book();
    await visitor.get(await linkOf(site, visitor));
    // A fault that no request can cause: a row that isn't as the server wrote it.
    const setPhotos = (json: string) =>
      site.write(
        ...site.tables('bookings').map((table) => `UPDATE "${table}" SET photos = '${json}' WHERE id = '${eventId}'`),
      );
    setPhotos('no JSON');
    for (const path of [`/booking/${eventId}`, `/booking/${eventId}/photos/none/full`]) {
      const { status, text, headers } = await visitor.get(path, { headers: { 'x-request-id': 'chosen' } });
      const id = String(headers['x-request-id']);
      expect([path, status, id]).toEqual([path, 500, expect.stringMatching(/^[\da-f-]{36}$/)]);
      expect(text).toContain(id);
      expect(text).not.toMatch(STACK);
      await expect
        .poll(() =>
          site.output
            .split('\n')
            .filter((line) => line.includes(id))
            .join(),
        )
        .toMatch(STACK);
    }
    const called = await visitor.query('managedBooking', { eventId });
    expect([called.status, called.text]).toEqual([
      500,
      expect.stringContaining(String(called.headers['x-request-id'])),
    ]);
    expect(called.text).not.toMatch(STACK);
    setPhotos('[]');
  },
};
