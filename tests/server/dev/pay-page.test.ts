import { expect, test } from 'vitest';
import { MINUTE, checkoutRequest } from '../payments/shop.ts';
import { openStandIns } from './stand-ins.ts';

async function withCheckout() {
  const standIns = openStandIns();
  const { id, url } = await standIns.sandbox.createCheckout(checkoutRequest(standIns.clock));
  const look = async (path = url) => (await standIns.app.request(path)).text();
  const press = async (way: string) => (await standIns.press(url, { way })).headers.get('location');
  return { ...standIns, id, url, look, press };
}

test('the page says how much, what for, and how long it can be paid', async () => {
  const { look } = await withCheckout();
  const page = await look();
  expect(page).toContain('Pay $299');
  expect(page).toContain('Half day, Tuesday 9 March 2027, 7:00 am to noon, at Oak Street Handyman.');
  expect(page).toContain('no money moves');
  expect(page).toMatch(/Time left: <strong>(?:30 min 0|29 min \d+) s<\/strong>, until \d+:\d\d [ap]m\s+Pacific Time/);
  expect(page).toContain('Pay late: comes back after the hold has lapsed');
  expect(page).toContain('href="http://localhost:3000/book?service=half-day"');
});

test('its forms may lead back to the shop', async () => {
  const { app, url } = await withCheckout();
  const policy = (await app.request(url)).headers.get('content-security-policy');
  expect(policy).toContain("form-action 'self' http://localhost:3000");
});

test.each([
  ['pay', 1],
  ['twice', 2],
  ['refund-fails', 1],
  ['twice-refund-fails', 2],
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
  expect(page).not.toContain('<button');
});

test('what was taken and what went back stands on the page', async () => {
  const { press, sandbox, id, look } = await withCheckout();
  await press('twice');
  const [payment] = (await sandbox.fetch(id)).payments;
  await sandbox.refund({ key: 'refund:b1:paid-twice', payment: payment!.id, amount: 29_900 });
  const page = await look();
  expect(page).toContain('<li>$299 taken, $299 given back</li>');
  expect(page).toContain('<li>$299 taken</li>');
});

test('declining takes nothing, says so, and lets the visitor try again', async () => {
  const { press, sandbox, id, look } = await withCheckout();
  const location = await press('decline');
  const page = await look(location!);
  expect(page).toContain('The card was declined. Nothing was taken: try again.');
  expect(await sandbox.fetch(id)).toMatchObject({ status: 'open', payments: [] });
  expect(await press('pay')).toContain('/book/return');
});

test('paying late says that the payment is on its way, and offers nothing more to pay', async () => {
  const { press, url, look, sandbox, id } = await withCheckout();
  expect(await press('late')).toBe(url);
  const page = await look();
  expect(page).toContain('Your payment is on its way. It lands after the hold has lapsed.');
  expect(page).not.toContain('<button');
  await press('pay');
  expect((await sandbox.fetch(id)).payments).toEqual([]);
});

test('a checkout whose time is over takes nothing more', async () => {
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

test('there is no page for a checkout nobody opened, nor for a button nobody made', async () => {
  const { app, url, press, sandbox, id } = await withCheckout();
  expect((await app.request('/dev/pay/nothing')).status).toBe(404);
  expect((await app.request('/dev/pay/nothing', { method: 'POST' })).status).toBe(404);
  expect((await app.request(url, { method: 'POST', body: new URLSearchParams({ way: 'free' }) })).status).toBe(422);
  expect(await press('free')).toBeNull();
  expect((await sandbox.fetch(id)).payments).toEqual([]);
});

test('what a description says stays words', async () => {
  const { sandbox, clock, app } = openStandIns();
  const request = checkoutRequest(clock, {
    description: '<script>alert(1)</script>',
    cancelUrl: 'http://localhost/"x',
  });
  const { url } = await sandbox.createCheckout(request);
  const page = await (await app.request(url)).text();
  expect(page).not.toContain('<script');
  expect(page).not.toContain('"http://localhost/"x');
});
