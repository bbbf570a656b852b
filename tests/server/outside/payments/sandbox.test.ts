import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ProviderError } from '#server/outside/payments/port.ts';
import { SandboxPayments } from '#server/outside/payments/sandbox.ts';
import type { WayToPay } from '#server/outside/payments/sandbox-choices.ts';
import { nextWorkAt } from '#server/outside/payments/sandbox-webhooks.ts';
import { MINUTE, WEBHOOK_SECRET, checkoutRequest, openSandbox } from './shop.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2027-03-01T17:00:00Z'), toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

async function opened() {
  const shop = openSandbox();
  const checkout = await shop.sandbox.createCheckout(checkoutRequest(shop.clock));
  return { ...shop, id: checkout.id, checkout };
}

test('a new checkout is open, unpaid, and has a page of its own', async () => {
  const { sandbox, checkout, id } = await opened();
  expect(checkout).toEqual({ id, url: `/dev/pay/${id}`, booking: 'b1', status: 'open', payments: [] });
  expect(await sandbox.fetch(id)).toEqual(checkout);
});

test('the same key opens no second checkout', async () => {
  const { sandbox, clock, checkout } = await opened();
  expect(await sandbox.createCheckout(checkoutRequest(clock))).toEqual(checkout);
  const other = await sandbox.createCheckout(checkoutRequest(clock, { key: 'checkout:b1:2' }));
  expect(other.id).not.toBe(checkout.id);
});

test('the same key for something else is refused', async () => {
  const { sandbox, clock } = await opened();
  const request = checkoutRequest(clock, { amount: 1 });
  await expect(sandbox.createCheckout(request)).rejects.toThrow(ProviderError);
});

test('the id of a checkout cannot be guessed from another', async () => {
  const { sandbox, id } = await opened();
  const guess = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
  await expect(sandbox.fetch(guess)).rejects.toThrow(ProviderError);
  await expect(sandbox.fetch(id.split('-')[0]!)).rejects.toThrow(ProviderError);
});

test('paying completes the checkout with one payment of the whole amount', async () => {
  const { sandbox, id } = await opened();
  expect(await sandbox.pay(id, 'pay')).toBe(true);
  expect(await sandbox.fetch(id)).toMatchObject({
    status: 'complete',
    payments: [{ id: expect.any(String), amount: 29_900, currency: 'usd' }],
  });
});

test('paying twice charges twice', async () => {
  const { sandbox, id } = await opened();
  await sandbox.pay(id, 'twice');
  const { payments } = await sandbox.fetch(id);
  expect(payments.map((each) => each.amount)).toEqual([29_900, 29_900]);
  expect(new Set(payments.map((each) => each.id)).size).toBe(2);
});

test('a checkout that the shop closes can no longer be paid', async () => {
  const { sandbox, id } = await opened();
  expect((await sandbox.expire(id)).status).toBe('expired');
  expect((await sandbox.expire(id)).status).toBe('expired');
  expect(await sandbox.pay(id, 'pay')).toBe(false);
  expect(await sandbox.fetch(id)).toMatchObject({ status: 'expired', payments: [] });
});

test('a checkout closes by itself when its time is over', async () => {
  const { sandbox, clock, id } = await opened();
  clock.advance(30 * MINUTE);
  expect((await sandbox.fetch(id)).status).toBe('expired');
  expect(await sandbox.pay(id, 'pay')).toBe(false);
});

test('closing a checkout that was paid meanwhile returns the payment', async () => {
  const { sandbox, id } = await opened();
  await sandbox.pay(id, 'pay');
  expect(await sandbox.expire(id)).toMatchObject({ status: 'complete', payments: [{ amount: 29_900 }] });
});

test('a late payment arrives after the shop has closed the checkout, not before', async () => {
  const { sandbox, clock, id } = await opened();
  expect(await sandbox.pay(id, 'late')).toBe(false);
  expect(await sandbox.fetch(id)).toMatchObject({ status: 'open', payments: [] });
  clock.advance(31 * MINUTE);
  expect(await sandbox.expire(id)).toMatchObject({ status: 'expired', payments: [] });
  clock.advance(1000);
  expect(await sandbox.fetch(id)).toMatchObject({ status: 'complete', payments: [{ amount: 29_900 }] });
});

test('a restart keeps all checkouts and payments', async () => {
  const { sandbox, close, clock, id, reopen } = await opened();
  await sandbox.pay(id, 'late');
  await sandbox.expire(id);
  await close();
  const { sandbox: restarted, store } = reopen();
  expect(await nextWorkAt(store.db)).toBe(clock.now() + 1000);
  clock.advance(1000);
  expect((await restarted.fetch(id)).status).toBe('complete');
});

const KEYS = { key: 'refund:b1:slot-lost', idempotencyKey: 'refund:b1:slot-lost' };

async function paid(way: WayToPay = 'pay') {
  const shop = await opened();
  await shop.sandbox.pay(shop.id, way);
  const { payments } = await shop.sandbox.fetch(shop.id);
  return { ...shop, refund: { ...KEYS, payment: payments[0]!.id, amount: 29_900 } };
}

test('the same key refunds once', async () => {
  const { sandbox, refund } = await paid();
  const first = await sandbox.refund(refund);
  expect(await sandbox.refund(refund)).toEqual(first);
  await expect(sandbox.refund({ ...refund, amount: 1 })).rejects.toThrow('this key made another refund');
});

test('refunds never exceed the payment', async () => {
  const { sandbox, refund } = await paid();
  await expect(sandbox.refund({ ...refund, amount: 29_901 })).rejects.toThrow(ProviderError);
  await expect(sandbox.refund({ ...refund, amount: 0 })).rejects.toThrow(ProviderError);
  await sandbox.refund({ ...refund, amount: 20_000 });
  await expect(sandbox.refund({ ...refund, idempotencyKey: 'again', amount: 9901 })).rejects.toThrow(ProviderError);
  await sandbox.refund({ ...refund, idempotencyKey: 'again', amount: 9900 });
});

test('a payment can be queried, with its booking, its refunds by whomever, and its dispute', async () => {
  const { sandbox, clock, refund } = await paid();
  const { payment, key } = refund;
  expect(await sandbox.refundByHand(payment, 900)).toBe(true);
  const { id } = await sandbox.refund({ ...refund, amount: 20_000 });
  expect(await sandbox.refundByHand(payment, 9001)).toBe(false);
  await sandbox.dispute(payment, 'needs-response');
  expect(await sandbox.fetchPayment(payment)).toMatchObject({
    payment,
    booking: 'b1',
    refunds: [
      { amount: 900, key: null, failure: null },
      { refund: id, amount: 20_000, key },
    ],
    disputes: [{ amount: 9000, state: 'needs-response', evidenceDueBy: clock.now() + 7 * 24 * 60 * MINUTE }],
  });
  const rest = { ...refund, idempotencyKey: 'rest', amount: 9000 };
  await expect(sandbox.refund(rest)).rejects.toThrow(ProviderError);
  await sandbox.dispute(payment, 'won');
  await sandbox.refund(rest);
  await expect(sandbox.fetchPayment('nothing')).rejects.toThrow('there is no such payment');
});

test('"refund-keeps-failing" makes each attempt at a refund fail', async () => {
  const { sandbox, refund } = await paid('refund-keeps-failing');
  for (let attempt = 1; attempt <= 20; attempt++) {
    await expect(sandbox.refund(refund)).rejects.toThrow('the bank did not answer');
  }
});

test('two machines that refund a payment at once under one key make one refund, and lose none under two', async () => {
  const { sandbox, store, clock, id } = await opened();
  await sandbox.pay(id, 'pay');
  const other = new SandboxPayments({ store, clock, webhookSecrets: [WEBHOOK_SECRET] });
  const payment = (await sandbox.fetch(id)).payments[0]!.id;
  const refund = (machine: SandboxPayments, idempotencyKey: string) =>
    machine.refund({ key: idempotencyKey, idempotencyKey, payment, amount: 100 });
  const [one, two] = await Promise.all([refund(sandbox, 'k1'), refund(other, 'k1')]);
  expect(one).toEqual(two);
  await Promise.all([refund(sandbox, 'k2'), refund(other, 'k3')]);
  expect((await sandbox.fetchPayment(payment)).refunds.map(({ key }) => key)).toEqual(['k1', 'k2', 'k3']);
});
