import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openStandIns } from './stand-ins.ts';

const NOON = Date.parse('2027-03-01T20:00:00Z');
const JSON_PLEASE = { accept: 'application/json' };

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

test("the clock shows the business's time", async () => {
  const page = await (await openStandIns().app.request('/dev/clock')).text();
  expect(page).toContain('Monday, March 1, 2027, 12:00 pm');
  expect(page).toContain('Pacific Time, as the business sees it. This is real time.');
  expect(page).not.toContain('Back to real time');
});

test.each([
  ['60000', '12:01 pm'],
  ['1860000', '12:31 pm'],
  ['86400000', 'Tuesday, March 2, 2027, 12:00 pm'],
])('a button moves it ahead by %s ms', async (advance, shown) => {
  const { app, press, clock } = openStandIns();
  expect(await (await app.request('/dev/clock')).text()).toContain(`value="${advance}"`);
  const response = await press('/dev/clock', { advance });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/dev/clock');
  expect(clock.now()).toBe(NOON + Number(advance));
  const page = await (await app.request('/dev/clock')).text();
  expect(page).toContain(shown);
  expect(page).toMatch(/This is \d+ h \d+ min ahead of real time\./);
});

test('a button goes back to real time', async () => {
  const { app, press, clock } = openStandIns();
  clock.advance(60_000);
  expect(await (await app.request('/dev/clock')).text()).toContain('Back to real time');
  await press('/dev/clock', { reset: '1' });
  expect(clock.now()).toBe(NOON);
});

test('opening the page does not move the clock', async () => {
  const { app, clock } = openStandIns();
  await app.request('/dev/clock?advance=60000');
  expect(clock.now()).toBe(NOON);
});

test('a client that accepts JSON reads and moves the clock in JSON', async () => {
  const { app, press } = openStandIns();
  const moved = await press('/dev/clock', { advance: '1500' }, JSON_PLEASE);
  const reading = { now: NOON + 1500, at: '2027-03-01T20:00:01.500Z', offset: 1500 };
  expect(await moved.json()).toEqual(reading);
  expect(await (await app.request('/dev/clock', { headers: JSON_PLEASE })).json()).toEqual(reading);
});

test.each(['', '0', '-60000', '1.5', 'soon', '99999999999', '1e6'])('it cannot be moved by "%s"', async (advance) => {
  const { press, clock } = openStandIns();
  expect((await press('/dev/clock', { advance })).status).toBe(422);
  expect(clock.now()).toBe(NOON);
});

test('of a field that is sent more than once the first counts', async () => {
  const { app, clock } = openStandIns();
  const send = (fields: readonly (readonly [string, string])[]) =>
    app.request('/dev/clock', { method: 'POST', body: new URLSearchParams(fields.map((pair) => [...pair])) });
  const twice = (first: string, last: string) =>
    [
      ['advance', first],
      ['advance', last],
    ] as const;
  expect((await send(twice('soon', '60000'))).status).toBe(422);
  expect((await send(twice('60000', 'soon'))).status).toBe(303);
  expect(clock.now()).toBe(NOON + 60_000);
  expect((await app.request('/dev/clock', { method: 'POST' })).status).toBe(422);
  const file = new FormData();
  file.set('advance', new File(['60000'], 'advance.txt'));
  expect((await app.request('/dev/clock', { method: 'POST', body: file })).status).toBe(422);
  expect((await send([['reset', '']])).status).toBe(303);
  expect(clock.now()).toBe(NOON);
});
