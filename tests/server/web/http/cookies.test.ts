import { expect, test } from 'vitest';
import { Cookies } from '#server/web/http/cookies.ts';
import { Sealer } from '#server/web/http/sealing.ts';

const sealer = new Sealer(['the secret of these tests']);
const NOW = Date.parse('2027-03-01T12:00:00Z');
const plain = { isSecure: false, now: NOW };
const https = { isSecure: true, now: NOW };

/** The cookies as the browser would send them after this answer. */
function sentBack(cookies: Cookies): string {
  return cookies.changes.map((change) => change.split(';')[0]).join('; ');
}

test('a cookie is read as it was set', () => {
  const answer = new Cookies(null, sealer, plain);
  answer.set('session', 'token-1', NOW + 60_000);
  expect(answer.changes).toEqual([expect.stringMatching(/^session=.*; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/)]);
  expect(new Cookies(sentBack(answer), sealer, plain).get('session')).toBe('token-1');
});

test('a cookie expires on the server, too, so that a copy is useless then', () => {
  const answer = new Cookies(null, sealer, plain);
  answer.set('session', 'token.1', NOW + 60_000);
  const sent = sentBack(answer);
  const after = (ms: number) => new Cookies(sent, sealer, { ...plain, now: NOW + ms }).get('session');
  expect([after(59_999), after(60_000)]).toEqual(['token.1', null]);
});

test('over https its name has the `__Host-` prefix', () => {
  const answer = new Cookies(null, sealer, https);
  answer.set('session', 'token-1', NOW + 60_000);
  expect(answer.changes[0]).toMatch(/^__Host-session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(new Cookies(sentBack(answer), sealer, https).get('session')).toBe('token-1');
});
