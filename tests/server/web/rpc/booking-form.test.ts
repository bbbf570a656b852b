import { expect, test } from 'vitest';
import { priceField, slotValue } from '#shared/booking/booking-form.ts';
import { rpcPath } from '#shared/calls/rpc.ts';
import { MINUTE, openSite } from '../../bookings/site.ts';
import { type Visitor, details, pageAfter } from '../../bookings/visitor.ts';

const KEY = '7f1c3a52-6a0e-4f5e-9d53-0f9a3fb7c0de';

/** Posts the form of a page, as a browser without scripts does. Resolves with the page that it leads to. */
async function sends(visitor: Visitor, change: Parameters<typeof details>[0] = {}): Promise<string> {
  const { date, claim, tasks, price, ...texts } = details(change);
  const shown = { [priceField(texts.service)]: String(price) };
  const body = new URLSearchParams({ ...texts, ...shown, slot: slotValue({ date, claim }), key: KEY });
  for (const task of tasks) body.append('tasks', task);
  const response = await visitor.request(rpcPath('hold'), { method: 'POST', body });
  return pageAfter(response);
}

async function held() {
  const site = openSite();
  const ada = site.visitor();
  const checkout = await sends(ada);
  return { site, ada, checkout };
}

test('values corrected on a bfcached page are accepted at the first attempt, and paid at the same checkout', async () => {
  const { ada, checkout } = await held();
  expect(checkout).toMatch(/^\/dev\/pay\//);
  const before = details().phone;
  for (const phone of ['805 555 0777', before, '805 555 0777', before]) {
    expect(await sends(ada, { phone })).toBe(checkout);
    expect((await ada.currentHold())?.details?.phone).toBe(phone);
  }
});

test('a bfcached page makes a new hold once the old one has expired', async () => {
  const { site, ada, checkout } = await held();
  site.clock.advance(31 * MINUTE);
  const again = await sends(ada);
  expect(again).toMatch(/^\/dev\/pay\//);
  expect(again).not.toBe(checkout);
});

test('a browser without the cookie is refused with other values under the same key', async () => {
  const { site } = await held();
  const newcomer = site.visitor();
  expect(await sends(newcomer, { phone: '805 555 0777' })).toBe('/book?service=half-day');
  expect(await newcomer.flashOn('/book')).toMatchObject({ refusal: 'key-reused' });
});

test('a visitor who released the hold in another window reads so, and holds the slot at the next press', async () => {
  const { ada } = await held();
  const window = ada.copy();
  await ada.request(rpcPath('forgetHold'), { method: 'POST', body: new URLSearchParams() });
  const late = ada.copy();
  expect(await sends(late)).toBe('/book?service=half-day');
  expect(await late.flashOn('/book')).toMatchObject({ refusal: 'overtaken' });
  expect(await late.currentHold()).toBeNull();
  expect(await sends(window)).toMatch(/^\/dev\/pay\//);
});
