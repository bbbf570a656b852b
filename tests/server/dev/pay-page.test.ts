import { nextNotice, removeNotice } from '#db/queries/sandbox.ts';
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

/** Collapses white space as a browser does. */
function plain(page: string): string {
  return page.replaceAll(/\s+/g, ' ');
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
