import { expect, test } from 'vitest';
import { BrowserState } from '#server/web/http/browser-state.ts';
import { Cookies } from '#server/web/http/cookies.ts';
import { Sealer } from '#server/web/http/sealing.ts';

const sealer = new Sealer('the secret of these tests');
const NOW = Date.parse('2027-03-01T12:00:00Z');
const DAY = 86_400_000;
const LINK = { booking: 'b1', generation: 0, ends: NOW + DAY, isMailed: true };
const HELD = { booking: 'booking-1', opensVisit: true };
const NOTICE = { page: '/', refusal: null, nearest: [], notice: 'signed-out' } as const;

/** A browser that sends its cookies back. */
class Browser {
  readonly #jar = new Map<string, string>();

  /** One request at an instant; returns the cookies that the response sets. */
  request<Result>(
    act: (state: BrowserState) => Result,
    now = NOW,
  ): { readonly result: Result; readonly set: string[] } {
    const header = [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const cookies = new Cookies(header, sealer, { isSecure: false, now });
    const result = act(new BrowserState(cookies));
    for (const change of cookies.changes) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(change) ?? [];
      if (value === '') this.#jar.delete(name);
      else this.#jar.set(name, value);
    }
    return { result, set: [...cookies.changes] };
  }
}

test('each entry has a signed cookie of its own, and ends a set time after it was put there', () => {
  const browser = new Browser();
  const { set } = browser.request((state) => {
    state.put('hold', HELD);
    state.put('links', [LINK]);
    state.put('flash', NOTICE);
  });
  expect(set).toEqual([
    expect.stringMatching(/^hold=.*; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^links=.*; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^flash=.*; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const at = (ms: number) =>
    browser.request((state) => [state.get('hold'), state.get('links'), state.get('flash')], NOW + ms).result;
  expect(at(599_999)).toEqual([HELD, [LINK], NOTICE]);
  expect(at(600_000)).toEqual([HELD, [LINK], null]);
  expect(at(DAY)).toEqual([null, null, null]);
});

test('an entry can keep its expiry when it is replaced, and is read as it was replaced', () => {
  const browser = new Browser();
  browser.request((state) => state.put('hold', HELD));
  const closed = { ...HELD, opensVisit: false };
  const { result } = browser.request((state) => {
    state.put('hold', closed, state.endOf('hold') ?? undefined);
    return state.get('hold');
  }, NOW + 1234);
  expect(result).toEqual(closed);
  const at = (ms: number) => browser.request((state) => state.get('hold'), NOW + ms).result;
  expect([at(DAY - 1), at(DAY)]).toEqual([closed, null]);
});

test('a forgotten entry is not read again in the same request; forgetting what is not there changes nothing', () => {
  const browser = new Browser();
  browser.request((state) => state.put('hold', HELD));
  expect(browser.request((state) => state.forget('flash', 'links')).set).toEqual([]);
  const { result, set } = browser.request((state) => {
    state.forget('hold');
    return state.get('hold');
  });
  expect([result, set]).toEqual([null, [expect.stringMatching(/^hold=; Max-Age=0/)]]);
  expect(browser.request((state) => state.get('hold')).result).toBeNull();
});

test('eight open links and a long notice fit into a cookie each', () => {
  const id = '01a1fd95-1146-7188-b12c-facfaf62f3b3';
  const { set } = new Browser().request((state) => {
    state.put(
      'links',
      Array.from({ length: 8 }, () => ({ ...LINK, booking: id, generation: 100 })),
    );
    state.put('flash', {
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
    const state = new BrowserState(new Cookies(sent, sealer, { isSecure: false, now: NOW }));
    expect(state.get('hold')).toBeNull();
    state.put('hold', HELD);
    expect(state.get('hold')).toEqual(HELD);
  },
);
