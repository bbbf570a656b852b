import { expect, test } from 'vitest';
import { checkoutRequest } from '../outside/payments/shop.ts';
import { openStandIns } from './stand-ins.ts';

async function withCheckout() {
  const standIns = openStandIns();
  const { id, url } = await standIns.sandbox.createCheckout(checkoutRequest(standIns.clock));
  const look = async (path = url) => (await standIns.app.request(path)).text();
  const press = async (way: string) => (await standIns.press(url, { way })).headers.get('location');
  return { ...standIns, id, url, look, press };
}

test('its policy allows forms that redirect to the shop', async () => {
  const { app, url } = await withCheckout();
  const policy = (await app.request(url)).headers.get('content-security-policy');
  expect(policy).toContain("form-action 'self' http://localhost:3000");
});

test('declining charges nothing, says so, and lets the visitor try again', async () => {
  const { press, sandbox, id, look } = await withCheckout();
  const location = await press('decline');
  const page = await look(location!);
  expect(page).toContain('The card was declined. Nothing was taken: try again.');
  expect(await sandbox.fetch(id)).toMatchObject({ status: 'open', payments: [] });
  expect(await press('pay')).toContain('/book/return');
});
