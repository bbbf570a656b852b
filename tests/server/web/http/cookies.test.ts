import { expect, test } from 'vitest';
import { Cookies } from '#server/web/http/cookies.ts';
import { Sealer } from '#server/web/http/sealing.ts';

const sealer = new Sealer(['the secret of these tests']);
const NOW = Date.parse('2027-03-01T12:00:00Z');
const plain = { isSecure: false, now: NOW };
const https = { isSecure: true, now: NOW };

const DAY = 86_400_000;
const LINK = { booking: 'b1', generation: 0, ends: NOW + DAY, isMailed: true };
const HELD = { booking: 'booking-1', opensVisit: true };
const NOTICE = { page: '/', refusal: null, nearest: [], notice: 'signed-out' } as const;

/** A browser that sends its cookies back. */
class Browser {
  readonly #jar = new Map<string, string>();

  /** One request at an instant; returns the cookies that the response sets. */
  request<Result>(act: (cookies: Cookies) => Result, now = NOW): { readonly result: Result; readonly set: string[] } {
    const header = [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const cookies = new Cookies(header, sealer, { isSecure: false, now });
    const result = act(cookies);
    for (const change of cookies.changes) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(change) ?? [];
      if (value === '') this.#jar.delete(name);
      else this.#jar.set(name, value);
    }
    return { result, set: [...cookies.changes] };
  }
}

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

test('among more cookies than browsers keep for a site, none is read', () => {
  const answer = new Cookies(null, sealer, plain);
  answer.set('session', 'token-1', NOW + 60_000);
  const among = (others: number) => [...Array.from({ length: others }, (_, index) => `a${index}=b`), sentBack(answer)];
  expect(new Cookies(among(179).join('; '), sealer, plain).get('session')).toBe('token-1');
  expect(new Cookies(among(180).join('; '), sealer, plain).get('session')).toBeNull();
});

test('a forged, altered or renamed cookie is ignored', () => {
  const answer = new Cookies(null, sealer, plain);
  answer.set('session', 'token-1', NOW + 60_000);
  const sent = sentBack(answer);
  expect(new Cookies('session=token-1', sealer, plain).get('session')).toBeNull();
  expect(new Cookies(sent.replace('token-1', 'token-2'), sealer, plain).get('session')).toBeNull();
  expect(new Cookies(sent.replace('session=', 'consent='), sealer, plain).get('consent')).toBeNull();
});

test('a cookie expires on the server, too, so that a copy is useless then', () => {
  const answer = new Cookies(null, sealer, plain);
  answer.set('session', 'token.1', NOW + 60_000);
  const sent = sentBack(answer);
  const after = (ms: number) => new Cookies(sent, sealer, { ...plain, now: NOW + ms }).get('session');
  expect([after(59_999), after(60_000)]).toEqual(['token.1', null]);
});

test('a signed value without an expiry is ignored', () => {
  const signed = (value: string) => `session=${sealer.sign('cookie:session', value)}`;
  for (const value of ['token-1', 'token.token', '.token-1', '']) {
    expect(new Cookies(signed(value), sealer, plain).get('session')).toBeNull();
  }
});

test('over https its name has the `__Host-` prefix', () => {
  const answer = new Cookies(null, sealer, https);
  answer.set('session', 'token-1', NOW + 60_000);
  expect(answer.changes[0]).toMatch(/^__Host-session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(new Cookies(sentBack(answer), sealer, https).get('session')).toBe('token-1');
});

test('deleting sends a header only if the browser has the cookie', () => {
  const none = new Cookies('theme=dark', sealer, plain);
  none.delete('session');
  expect(none.changes).toEqual([]);
  const some = new Cookies('session=x.y', sealer, plain);
  some.delete('session');
  expect(some.changes).toEqual([expect.stringContaining('session=; Max-Age=0;')]);
});

test('malformed foreign cookies do not break the request', () => {
  const cookies = new Cookies('a=%; b; =c; session=%E0%A4%A', sealer, plain);
  expect(cookies.get('session')).toBeNull();
});

test('each cookie ends a set time after it was set, however often it is read', () => {
  const browser = new Browser();
  const { set } = browser.request((cookies) => {
    cookies.set('hold', HELD);
    cookies.set('links', [LINK]);
    cookies.set('flash', NOTICE);
  });
  expect(set).toEqual([
    expect.stringMatching(/^hold=.*; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^links=.*; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^flash=.*; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const at = (ms: number) =>
    browser.request((cookies) => [cookies.get('hold'), cookies.get('links'), cookies.get('flash')], NOW + ms).result;
  expect(at(599_999)).toEqual([HELD, [LINK], NOTICE]);
  expect(at(600_000)).toEqual([HELD, [LINK], null]);
  expect(at(DAY)).toEqual([null, null, null]);
});

test('a cookie can keep its expiry when it is replaced, and is read as it was replaced', () => {
  const browser = new Browser();
  browser.request((cookies) => cookies.set('hold', HELD));
  const closed = { ...HELD, opensVisit: false };
  const { result } = browser.request((cookies) => {
    cookies.set('hold', closed, cookies.endOf('hold') ?? undefined);
    return cookies.get('hold');
  }, NOW + 1234);
  expect(result).toEqual(closed);
  const at = (ms: number) => browser.request((cookies) => cookies.get('hold'), NOW + ms).result;
  expect([at(DAY - 1), at(DAY)]).toEqual([closed, null]);
});

test('a deleted cookie is not read again in the same request; deleting what is not there changes nothing', () => {
  const browser = new Browser();
  browser.request((cookies) => cookies.set('hold', HELD));
  expect(browser.request((cookies) => cookies.delete('flash', 'links')).set).toEqual([]);
  const { result, set } = browser.request((cookies) => {
    cookies.delete('hold');
    return cookies.get('hold');
  });
  expect([result, set]).toEqual([null, [expect.stringMatching(/^hold=; Max-Age=0/)]]);
  expect(browser.request((cookies) => cookies.get('hold')).result).toBeNull();
});

test('eight open links and a long notice fit into a cookie each', () => {
  const id = '01a1fd95-1146-7188-b12c-facfaf62f3b3';
  const { set } = new Browser().request((cookies) => {
    cookies.set(
      'links',
      Array.from({ length: 8 }, () => ({ ...LINK, booking: id, generation: 100 })),
    );
    cookies.set('flash', {
      ...NOTICE,
      whom: 'ü'.repeat(254),
      nearest: Array.from({ length: 4 }, () => ({ date: '2027-03-01', claim: 'full' as const })),
    });
  });
  expect(set).toHaveLength(2);
  for (const cookie of set) expect(cookie.length).toBeLessThan(4096);
});

test.each(['hold=booking-1', `hold=${JSON.stringify(HELD)}`, 'hold=x.forged'])(
  '%s, which another wrote, is ignored',
  (sent) => {
    const cookies = new Cookies(sent, sealer, plain);
    expect(cookies.get('hold')).toBeNull();
    cookies.set('hold', HELD);
    expect(cookies.get('hold')).toEqual(HELD);
  },
);
