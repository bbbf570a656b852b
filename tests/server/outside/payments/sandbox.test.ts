import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ProviderError } from '#server/outside/payments/port.ts';
import type { WayToPay } from '#server/outside/payments/sandbox-books.ts';
import { nextWorkAt } from '#server/outside/payments/sandbox-webhooks.ts';
import { MINUTE, checkoutRequest, openSandbox } from './shop.ts';

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

test('the same key opens no second checkout', async () => {
  const { sandbox, clock, checkout } = await opened();
  expect(await sandbox.createCheckout(checkoutRequest(clock))).toEqual(checkout);
  const other = await sandbox.createCheckout(checkoutRequest(clock, { key: 'checkout:b1:2' }));
  expect(other.id).not.toBe(checkout.id);
});

test('paying completes the checkout with one payment of the whole amount', async () => {
  const { sandbox, id } = await opened();
  expect(await sandbox.pay(id, 'pay')).toBe(true);
  expect(await sandbox.fetch(id)).toMatchObject({
    status: 'complete',
    payments: [{ id: expect.any(String), amount: 29_900, currency: 'usd' }],
  });
});

test('a checkout that the shop closes can no longer be paid', async () => {
  const { sandbox, id } = await opened();
  expect((await sandbox.expire(id)).status).toBe('expired');
  expect((await sandbox.expire(id)).status).toBe('expired');
  expect(await sandbox.pay(id, 'pay')).toBe(false);
  expect(await sandbox.fetch(id)).toMatchObject({ status: 'expired', payments: [] });
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
  await expect(sandbox.refund({ ...refund, amount: 1 })).rejects.toThrow(
    'this idempotency key was used for another refund',
  );
});

test('a payment can be queried, with its booking and its refunds, which never exceed it', async () => {
  const { sandbox, refund } = await paid();
  const { payment, key } = refund;
  const { id } = await sandbox.refund({ ...refund, amount: 20_000 });
  const more = { ...refund, idempotencyKey: 'more', amount: 9901 };
  await expect(sandbox.refund(more)).rejects.toThrow(ProviderError);
  const refunds = [{ refund: id, amount: 20_000, key, failure: null }];
  expect(await sandbox.fetchPayment(payment)).toEqual({ payment, booking: 'b1', refunds, disputes: [] });
  await expect(sandbox.fetchPayment('nothing')).rejects.toThrow('there is no such payment');
});

test('a refund fails once if the visitor has chosen that', async () => {
  const { sandbox, refund } = await paid('refund-fails');
  await expect(sandbox.refund(refund)).rejects.toThrow('the bank did not respond');
  expect((await sandbox.refund(refund)).id).not.toBe('');
});
