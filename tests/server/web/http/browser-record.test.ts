import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { BrowserRecord } from '#server/web/http/browser-record.ts';
import { Cookies } from '#server/web/http/cookies.ts';
import { Sealer } from '#server/web/http/sealing.ts';

const sealer = new Sealer('the secret of these tests');
const NOW = Date.parse('2027-03-01T12:00:00Z');
const DAY = 86_400_000;
const LINK = { booking: 'b1', generation: 0, ends: NOW + DAY, isMailed: true };
const FORM = { waitsFor: 'mark', page: '/app/profile', values: { name: ['Zoë'] } };

/** A browser that sends a record's cookies back. */
class Browser {
  readonly #jar = new Map<string, string>();

  /** One request at an instant, which acts on the record; returns the cookies that the response sets. */
  request<Result>(
    act: (record: BrowserRecord) => Result,
    now = NOW,
  ): { readonly result: Result; readonly set: string[] } {
    const header = [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const cookies = new Cookies(header, sealer, { isSecure: false, now });
    const result = act(new BrowserRecord(cookies, sealer));
    for (const change of cookies.changes) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(change) ?? [];
      if (value === '') this.#jar.delete(name);
      else this.#jar.set(name, value);
    }
    return { result, set: [...cookies.changes] };
  }

  get cookies(): string[] {
    return [...this.#jar.keys()];
  }
}

const HELD = { booking: 'booking-1', opensVisit: true };

test('a changed entry keeps its expiry; a missing entry is not added', () => {
  const browser = new Browser();
  browser.request((record) => record.put('hold', HELD));
  const close = (record: BrowserRecord) => record.change('hold', (held) => ({ ...held, opensVisit: false }));
  browser.request(close, NOW + 1000);
  const at = (ms: number) => browser.request((record) => record.get('hold'), NOW + ms).result;
  expect(at(DAY - 1)).toEqual({ ...HELD, opensVisit: false });
  expect(at(DAY)).toBeNull();
  expect(new Browser().request(close).set).toEqual([]);
});

test('entries share one encrypted cookie', () => {
  const browser = new Browser();
  browser.request((record) => record.put('hold', HELD));
  const { set } = browser.request((record) => record.put('links', [LINK]));
  expect(browser.cookies).toEqual(['browser0']);
  expect(set.join()).not.toMatch(/booking-1|"b1"/);
  const { result } = browser.request((record) => [record.get('hold'), record.get('links'), record.get('form')]);
  expect(result).toEqual([HELD, [LINK], null]);
});

test('each entry ends a set time after it was put there, and the cookie with the last of them', () => {
  const browser = new Browser();
  browser.request((record) => record.put('form', FORM));
  const { set } = browser.request((record) => record.put('hold', HELD), NOW + 1000);
  expect(set).toEqual([expect.stringContaining('Max-Age=86400;')]);
  const at = (ms: number) => browser.request((record) => [record.get('form'), record.get('hold')], NOW + ms).result;
  expect(at(599_999)).toEqual([FORM, HELD]);
  expect(at(600_000)).toEqual([null, HELD]);
  expect(at(DAY + 1000)).toEqual([null, null]);
});

test('forgetting the last entry deletes the cookies; forgetting what is not there changes nothing', () => {
  const browser = new Browser();
  browser.request((record) => record.put('hold', HELD));
  expect(browser.request((record) => record.forget('flash', 'links')).set).toEqual([]);
  expect(browser.request((record) => record.forget('hold')).set).toEqual([
    expect.stringMatching(/^browser0=; Max-Age=0/),
  ]);
  expect(browser.cookies).toEqual([]);
});

test('wiping keeps the excepted entries', () => {
  const browser = new Browser();
  browser.request((record) => [record.put('hold', HELD), record.put('links', [LINK]), record.put('form', FORM)]);
  browser.request((record) => record.wipe({ except: ['hold'] }));
  const { result } = browser.request((record) => [record.get('hold'), record.get('links'), record.get('form')]);
  expect(result).toEqual([HELD, null, null]);
});

test('an entry that does not fit is refused, and the others stay', () => {
  const browser = new Browser();
  browser.request((record) => record.put('hold', HELD));
  const long = { ...FORM, values: { notes: [randomBytes(9000).toString('base64')] } };
  const { result, set } = browser.request((record) => record.put('form', long));
  expect([result, set]).toEqual([false, []]);
  expect(browser.request((record) => record.get('hold')).result).toEqual(HELD);
});

test('an altered record is ignored, and the next entry replaces it', () => {
  const cookies = new Cookies('browser0=forged.value', sealer, { isSecure: false, now: NOW });
  const record = new BrowserRecord(cookies, sealer);
  expect(record.get('hold')).toBeNull();
  expect(record.put('hold', HELD)).toBe(true);
  expect(record.get('hold')).toEqual(HELD);
});
