import { expect, test } from 'vitest';
import { Cookies } from '#server/web/http/cookies.ts';
import { Sealer } from '#server/web/http/sealing.ts';

const sealer = new Sealer('the secret of these tests');
const NOW = Date.parse('2027-03-01T12:00:00Z');
const plain = { isSecure: false, now: NOW };
const https = { isSecure: true, now: NOW };

/** The cookies as the browser would send them after this answer. */
function sentBack(cookies: Cookies): string {
  return cookies.changes.map((change) => change.split(';')[0]).join('; ');
}

test('a cookie is read as it was set', () => {
  const answer = new Cookies(null, sealer, plain);
  answer.set('hold', 'booking-1', { maxAgeSeconds: 60 });
  expect(answer.changes).toEqual([expect.stringMatching(/^hold=.*; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/)]);
  expect(new Cookies(sentBack(answer), sealer, plain).get('hold')).toBe('booking-1');
});

test('among more cookies than browsers keep for a site, none is read', () => {
  const answer = new Cookies(null, sealer, plain);
  answer.set('hold', 'booking-1', { maxAgeSeconds: 60 });
  const among = (others: number) => [...Array.from({ length: others }, (_, index) => `a${index}=b`), sentBack(answer)];
  expect(new Cookies(among(179).join('; '), sealer, plain).get('hold')).toBe('booking-1');
  expect(new Cookies(among(180).join('; '), sealer, plain).get('hold')).toBeNull();
});

test('a forged, altered or renamed cookie is ignored', () => {
  const answer = new Cookies(null, sealer, plain);
  answer.set('hold', 'booking-1', { maxAgeSeconds: 60 });
  const sent = sentBack(answer);
  expect(new Cookies('hold=booking-1', sealer, plain).get('hold')).toBeNull();
  expect(new Cookies(sent.replace('booking-1', 'booking-2'), sealer, plain).get('hold')).toBeNull();
  expect(new Cookies(sent.replace('hold=', 'other='), sealer, plain).get('other')).toBeNull();
});

test('a cookie expires on the server, too, so that a copy is useless then', () => {
  const answer = new Cookies(null, sealer, plain);
  answer.set('hold', 'booking.1', { maxAgeSeconds: 60 });
  const sent = sentBack(answer);
  const after = (ms: number) => new Cookies(sent, sealer, { ...plain, now: NOW + ms }).get('hold');
  expect([after(59_999), after(60_000)]).toEqual(['booking.1', null]);
});

test('a signed value without an expiry is ignored', () => {
  const signed = (value: string) => `hold=${sealer.sign('cookie:hold', value)}`;
  for (const value of ['booking-1', 'token.token', '.booking-1', '']) {
    expect(new Cookies(signed(value), sealer, plain).get('hold')).toBeNull();
  }
});

test('over https its name has the `__Host-` prefix', () => {
  const answer = new Cookies(null, sealer, https);
  answer.set('hold', 'booking-1', { maxAgeSeconds: 60 });
  expect(answer.changes[0]).toMatch(/^__Host-hold=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(new Cookies(sentBack(answer), sealer, https).get('hold')).toBe('booking-1');
});

test('deleting sends a header only if the browser has the cookie', () => {
  const none = new Cookies('theme=dark', sealer, plain);
  none.delete('hold');
  expect(none.changes).toEqual([]);
  const some = new Cookies('hold=x.y', sealer, plain);
  some.delete('hold');
  expect(some.changes).toEqual([expect.stringContaining('hold=; Max-Age=0;')]);
});

test('malformed foreign cookies do not break the request', () => {
  const cookies = new Cookies('a=%; b; =c; hold=%E0%A4%A', sealer, plain);
  expect(cookies.get('hold')).toBeNull();
});
