import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { BrowserRecord } from '#server/web/http/browser-record.ts';
import { Cookies } from '#server/web/http/cookies.ts';
import { leaveFlash, readFlash } from '#server/web/http/flash.ts';
import { Sealer } from '#server/web/http/sealing.ts';
import type { Flash } from '#shared/calls/flash.ts';

const sealer = new Sealer('the secret of these tests');
const NOW = Date.parse('2027-03-01T12:00:00Z');

const flash: Flash = {
  page: '/book',
  refusal: 'invalid',
  fields: { email: 'Enter your email address.' },
  nearest: [{ date: '2027-03-09', claim: 'am' }],
  values: { name: ['Zoë'], tasks: ['painting', 'caulking'] },
};

function leave(what: Flash): string {
  const cookies = new Cookies(null, sealer, { isSecure: false, now: NOW });
  leaveFlash(new BrowserRecord(cookies, sealer), what);
  return cookies.changes.map((change) => change.split(';')[0]).join('; ');
}

function take(sent: string, page = '/book', now = NOW) {
  const cookies = new Cookies(sent, sealer, { isSecure: false, now });
  return { flash: readFlash(new BrowserRecord(cookies, sealer), page), changes: cookies.changes };
}

test('typed values reach the next page encrypted, however often it is loaded', () => {
  const sent = leave(flash);
  expect(decodeURIComponent(sent)).not.toMatch(/Zoë|painting/);
  const taken = take(sent);
  expect(taken.flash).toEqual(flash);
  expect(taken.changes).toEqual([]);
});

test('the flash is deleted when another page is opened', () => {
  const { flash: other, changes } = take(leave(flash), '/pricing');
  expect(other).toBeNull();
  expect(changes).toEqual([expect.stringMatching(/^browser0=; Max-Age=0/)]);
});

test('the notice of a result is shown once', () => {
  const { flash: taken, changes } = take(leave({ ...flash, refusal: null, notice: 'profile-saved' }));
  expect(taken?.notice).toBe('profile-saved');
  expect(changes).toEqual([expect.stringMatching(/^browser0=; Max-Age=0/)]);
});

test('after ten minutes it has expired', () => {
  const sent = leave(flash);
  expect(take(sent, '/book', NOW + 599_999).flash).toEqual(flash);
  expect(take(sent, '/book', NOW + 600_000).flash).toBeNull();
});

test('long notes are split into several cookies of an allowed size', () => {
  const notes = randomBytes(4500).toString('base64');
  const cookies = new Cookies(null, sealer, { isSecure: false, now: NOW });
  leaveFlash(new BrowserRecord(cookies, sealer), { ...flash, values: { notes: [notes] } });
  expect(cookies.changes.length).toBe(2);
  expect(cookies.changes.every((change) => change.length < 4096)).toBe(true);
  const sent = cookies.changes.map((change) => change.split(';')[0]).join('; ');
  expect(take(sent).flash?.values).toEqual({ notes: [notes] });
});

test('if the cookies are too small, long values are dropped, and then all values', () => {
  const notes = randomBytes(40_000).toString('base64');
  expect(take(leave({ ...flash, values: { notes: [notes] } })).flash).toEqual({
    ...flash,
    values: { notes: [] },
  });
  const many = Array.from({ length: 400 }, () => randomBytes(60).toString('base64'));
  expect(take(leave({ ...flash, values: { tasks: many } })).flash).toEqual({ ...flash, values: {} });
});

test('a flash that this site did not seal is ignored', () => {
  const { flash: forged, changes } = take(leave(flash).replace(/browser0=.{40}/, `browser0=${'A'.repeat(40)}`));
  expect(forged).toBeNull();
  expect(changes).toEqual([]);
});

test('values that are too large as JSON are dropped', () => {
  const values = { notes: ['\u0001'.repeat(64_000)] };
  expect(take(leave({ ...flash, values })).flash).toEqual({ ...flash, values: { notes: [] } });
  const many = { tasks: Array.from({ length: 300 }, () => '\u0001'.repeat(200)) };
  expect(take(leave({ ...flash, values: many })).flash).toEqual({ ...flash, values: {} });
});

test.each([
  ['too large to inflate', deflateRawSync(' '.repeat(2_000_000))],
  ['not compressed', Buffer.from('{"flash":{}}')],
  ['no JSON', deflateRawSync('{"flash":')],
  ['empty', Buffer.alloc(0)],
])('a sealed record that is %s is ignored', (_, content) => {
  const cookies = new Cookies(null, sealer, { isSecure: false, now: NOW });
  cookies.set('browser0', sealer.seal('browser', content), { maxAgeSeconds: 600 });
  expect(take(cookies.changes[0]!.split(';')[0]!).flash).toBeNull();
});
