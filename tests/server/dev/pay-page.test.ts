import { nextNotice, removeNotice } from '#db/queries/sandbox.ts';
import { expect, test } from 'vitest';
import { MINUTE, checkoutRequest } from '../outside/payments/shop.ts';
import { openStandIns } from './stand-ins.ts';

async function withCheckout() {
  const standIns = openStandIns();
  const { id, url } = await standIns.sandbox.createCheckout(checkoutRequest(standIns.clock));
  const look = async (path = url) => (await standIns.app.request(path)).text();
  const press = async (way: string) => (await standIns.press(url, { way })).headers.get('location');
  return { ...standIns, id, url, look, press };
}

/** Collapses white space as a browser does. */
function plain(page: string): string {
  return page.replaceAll(/\s+/g, ' ');
}

test('the page says how much, what for, and how long it can be paid', async () => {
  const { look } = await withCheckout();
  const page = await look();
  expect(page).toContain('Pay $299');
  expect(page).toContain('Half day, Tuesday, March 9, 2027, 7:00 am to noon, at Oak Street Handyman.');
  expect(page).toContain('no money moves');
  expect(page).toMatch(/Time left: <strong>(?:30 min 0|29 min \d+) s<\/strong>, until \d+:\d\d [ap]m\s+Pacific Time/);
  expect(page).toContain('href="http://localhost:3000/book?service=half-day"');
});

test('its policy allows forms that redirect to the shop', async () => {
  const { app, url } = await withCheckout();
  const policy = (await app.request(url)).headers.get('content-security-policy');
  expect(policy).toContain("form-action 'self' http://localhost:3000");
});

test.each([
  ['pay', 1],
  ['twice', 2],
  ['refund-fails', 1],
  ['twice-refund-fails', 2],
  ['refund-keeps-failing', 1],
])('"%s" takes the money and goes back to the shop', async (way, payments) => {
  const { press, sandbox, id } = await withCheckout();
  expect(await press(way)).toBe(`http://localhost:3000/book/return?checkout=${id}`);
  expect((await sandbox.fetch(id)).payments).toHaveLength(payments);
});

test('pressing the button twice goes back to the shop twice and pays once', async () => {
  const { press, sandbox, id, look } = await withCheckout();
  expect(await press('pay')).toBe(await press('pay'));
  expect((await sandbox.fetch(id)).payments).toHaveLength(1);
  const page = await look();
  expect(page).toContain('This is paid.');
  expect(page).toContain(`/book/return?checkout=${id}`);
  expect(page).not.toContain('value="pay"');
});

test('the page shows payments and refunds', async () => {
  const { press, sandbox, id, look } = await withCheckout();
  await press('twice');
  const [payment] = (await sandbox.fetch(id)).payments;
  const key = 'refund:b1:paid-twice';
  await sandbox.refund({ key, idempotencyKey: key, payment: payment!.id, amount: 29_900 });
  const page = await look();
  expect(page).toContain('$299 taken, $299 given back');
  expect(page.match(/\$299 taken/g)).toHaveLength(2);
});

test('declining charges nothing, says so, and lets the visitor try again', async () => {
  const { press, sandbox, id, look } = await withCheckout();
  const location = await press('decline');
  const page = await look(location!);
  expect(page).toContain('The card was declined. Nothing was taken: try again.');
  expect(await sandbox.fetch(id)).toMatchObject({ status: 'open', payments: [] });
  expect(await press('pay')).toContain('/book/return');
});

test('two buttons pay late, and say beforehand when the payment arrives and what happens then', async () => {
  const page = plain(await (await withCheckout()).look());
  expect(page).toContain('Pay late: lands a second after the hold has lapsed');
  expect(page).toContain('The time is nearly always still free then, and is booked after all.');
  expect(page).toContain('Pay much later: lands 5 minutes after the hold has lapsed');
  expect(page).toContain('Book the slot meanwhile in a private window: then the money goes back with an apology.');
});

test.each([
  ['late', 'a second'],
  ['later', '5 minutes'],
])('paying "%s" says what happens when, step by step, and offers nothing more to pay', async (way, wait) => {
  const { press, url, look, sandbox, id } = await withCheckout();
  expect(await press(way)).toBe(url);
  const page = plain(await look());
  expect(page).toContain('Your payment is on its way.');
  expect(page).toMatch(/The time is held until \d+:\d\d [ap]m Pacific Time\./);
  expect(page).toContain('<a href="/dev/clock">Move the clock</a> ahead 31 minutes');
  expect(page).toContain(`The payment lands ${wait} after that.`);
  expect(page).not.toContain('value="pay"');
  await press('pay');
  expect((await sandbox.fetch(id)).payments).toEqual([]);
});

test('after the hold has lapsed the page says how long others can take the slot, and then that it is paid', async () => {
  const { press, look, sandbox, id, clock } = await withCheckout();
  await press('later');
  clock.advance(30 * MINUTE);
  expect(plain(await look())).toContain('The hold has lapsed, and the time is open to everyone.');
  await sandbox.expire(id);
  expect(plain(await look())).toMatch(/The payment lands in (?:5 min 0|4 min \d+) s, at \d+:\d\d [ap]m Pacific Time\./);
  clock.advance(5 * MINUTE);
  expect(await look()).toContain('This is paid.');
});

test.each([
  ['pay', 'This is paid.'],
  ['late', 'Your payment is on its way.'],
])('a decline is no longer shown on the page after "%s"', async (way, words) => {
  const { press, look } = await withCheckout();
  const declined = await press('decline');
  await press(way);
  const page = await look(declined!);
  expect(page).toContain(words);
  expect(page).not.toContain('declined');
});

test('an expired checkout accepts no payment', async () => {
  const { press, clock, url, look, sandbox, id } = await withCheckout();
  clock.advance(30 * MINUTE);
  expect(await look()).toContain('This checkout is closed. Nothing was taken.');
  expect(await press('pay')).toBe(url);
  expect((await sandbox.fetch(id)).payments).toEqual([]);
});

test('opening the page changes nothing', async () => {
  const { look, url, sandbox, id } = await withCheckout();
  await look(`${url}?way=pay`);
  expect(await sandbox.fetch(id)).toMatchObject({ status: 'open', payments: [] });
});

test('an unknown checkout has no page, and an unknown button is refused', async () => {
  const { app, url, press, sandbox, id } = await withCheckout();
  expect((await app.request('/dev/pay/nothing')).status).toBe(404);
  expect((await app.request('/dev/pay/nothing', { method: 'POST' })).status).toBe(404);
  expect((await app.request(url, { method: 'POST', body: new URLSearchParams({ way: 'free' }) })).status).toBe(422);
  expect(await press('free')).toBeNull();
  expect(
    (await app.request('/dev/pay/nothing', { method: 'POST', body: new URLSearchParams({ way: 'free' }) })).status,
  ).toBe(404);
  expect((await app.request(url, { method: 'POST' })).status).toBe(422);
  expect((await sandbox.fetch(id)).payments).toEqual([]);
});

test('a description is escaped', async () => {
  const { sandbox, clock, app } = openStandIns();
  const request = checkoutRequest(clock, {
    description: '<script>alert(1)</script>',
    cancelUrl: 'http://localhost/"x',
  });
  const { url } = await sandbox.createCheckout(request);
  const page = await (await app.request(url)).text();
  expect(page).not.toContain('<script>alert');
  expect(page).not.toContain('"http://localhost/"x');
});

test('the amount to refund that the page suggests is accepted', async () => {
  const { press, look, sandbox, id, url, app } = await withCheckout();
  await press('pay');
  const [, dollars = ''] = /name="dollars"[^>]*value="([^"]*)"/.exec(await look()) ?? [];
  const [payment] = (await sandbox.fetch(id)).payments;
  const body = new URLSearchParams({ payment: payment!.id, act: 'refund', dollars });
  expect((await app.request(`${url}/later`, { method: 'POST', body })).status).toBe(303);
});

test('a payment can be refunded by hand in parts, and disputed, and the shop gets a notice of each', async () => {
  const { press, sandbox, store, id, url, app } = await withCheckout();
  await press('pay');
  const [payment] = (await sandbox.fetch(id)).payments;
  const later = (act: string, dollars = '') =>
    app.request(`${url}/later`, {
      method: 'POST',
      body: new URLSearchParams({ payment: payment!.id, act, dollars }),
    });
  expect((await later('refund', '99.50')).status).toBe(303);
  expect((await later('refund', '200')).status).toBe(422);
  expect((await later('needs-response')).status).toBe(303);
  expect(await sandbox.fetchPayment(payment!.id)).toMatchObject({
    refunds: [{ amount: 9950, key: null }],
    disputes: [{ amount: 19_950, state: 'needs-response' }],
  });
  const page = plain(await (await app.request(url)).text());
  expect(page).toContain('$299 taken, $99.50 given back, disputed: needs-response');
  const about = [];
  for (let notice = await nextNotice(store.db); notice; notice = await nextNotice(store.db)) {
    about.push(notice.payment);
    await store.write([removeNotice(store.db, notice.id)]);
  }
  expect(about).toEqual([null, payment!.id, payment!.id]);
});
