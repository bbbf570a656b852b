import { expect, test } from 'vitest';
import { Cookies } from '#server/http/cookies.ts';
import { Sealer } from '#server/http/sealing.ts';

const sealer = new Sealer('the secret of these tests');

/** The cookies as the browser would send them after this answer. */
function sentBack(cookies: Cookies): string {
  return cookies.changes.map((change) => change.split(';')[0]).join('; ');
}

test('a cookie comes back as it was set', () => {
  const answer = new Cookies(null, sealer, false);
  answer.set('hold', 'booking-1', { maxAgeSeconds: 60 });
  expect(answer.changes).toEqual([expect.stringMatching(/^hold=.*; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/)]);
  expect(new Cookies(sentBack(answer), sealer, false).get('hold')).toBe('booking-1');
});

test('a cookie that somebody made up, altered or renamed is none', () => {
  const answer = new Cookies(null, sealer, false);
  answer.set('hold', 'booking-1', { maxAgeSeconds: 60 });
  const sent = sentBack(answer);
  expect(new Cookies('hold=booking-1', sealer, false).get('hold')).toBeNull();
  expect(new Cookies(sent.replace('booking-1', 'booking-2'), sealer, false).get('hold')).toBeNull();
  expect(new Cookies(sent.replace('hold=', 'other='), sealer, false).get('other')).toBeNull();
});

test('over https its name ties it to this host and to https', () => {
  const answer = new Cookies(null, sealer, true);
  answer.set('hold', 'booking-1', { maxAgeSeconds: 60 });
  expect(answer.changes[0]).toMatch(/^__Host-hold=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(new Cookies(sentBack(answer), sealer, true).get('hold')).toBe('booking-1');
});

test('deleting tells the browser only when it has the cookie', () => {
  const none = new Cookies('theme=dark', sealer, false);
  none.delete('hold');
  expect(none.changes).toEqual([]);
  const some = new Cookies('hold=x.y', sealer, false);
  some.delete('hold');
  expect(some.changes).toEqual([expect.stringContaining('hold=; Max-Age=0;')]);
});

test('broken cookies of others do not break the request', () => {
  const cookies = new Cookies('a=%; b; =c; hold=%E0%A4%A', sealer, false);
  expect(cookies.get('hold')).toBeNull();
});
