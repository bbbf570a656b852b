import { expect, onTestFinished, test } from 'vitest';
import { fulfil } from '#server/bookings/buying/fulfil.ts';
import { compose } from '#server/compose.ts';
import { loadConfig } from '#server/process/config.ts';
import { CallPostponed, ProviderUnreachable } from '#server/outside/payments/port.ts';
import { refunds } from '#server/bookings/jobs/refunds.ts';
import { tempFolder } from '../../../../temp-folder.ts';
import { run, until } from '../../../workers/run.ts';
import { checkoutRequest } from '../shop.ts';
import { FAULTS } from './faults.ts';
import { ENV, openAdapter, openShop, useNetwork } from './shop.ts';

const network = useNetwork();
const DAY = 24 * 3_600_000;

const CALLS = ['create', 'fetch', 'expire', 'listRefunds', 'refund', 'fetchPayment', 'listDisputes'] as const;

/** The adapter with a Stripe that never responds. */
function openHanging(timeoutMs: number) {
  const stopping = new AbortController();
  const adapter = openAdapter(network, { timeoutMs, retries: 1, stopping: stopping.signal });
  for (const call of CALLS) adapter.stripe.breaks(call, FAULTS['a timeout']);
  return { ...adapter, stop: () => stopping.abort() };
}

test('every call ends at its timeout as an unreachable provider', async () => {
  const { payments, clock } = openHanging(50);
  const calls = [
    payments.createCheckout(checkoutRequest(clock)),
    payments.fetch('cs_1'),
    payments.expire('cs_1'),
    payments.refund({ key: 'k', idempotencyKey: 'k', payment: 'pi_1', amount: 1 }),
    payments.fetchPayment('pi_1'),
  ];
  for (const call of calls) await expect(call).rejects.toThrow(ProviderUnreachable);
});

test('simultaneous requests for one checkout make one call, and the key is free after its failure', async () => {
  const { payments, stripe, clock } = openHanging(50);
  const request = checkoutRequest(clock);
  const ends = await Promise.allSettled([payments.createCheckout(request), payments.createCheckout(request)]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(stripe.of('create')).toHaveLength(1);
  stripe.mends('create');
  expect(await payments.createCheckout(request)).toMatchObject({ booking: request.booking, status: 'open' });
});

test('running calls end when the process stops, and later ones are not made', async () => {
  const { payments, stripe, stop } = openHanging(60_000);
  const ended = payments.fetch('cs_1').catch((error: unknown) => error);
  await until(() => stripe.asked.length === 1);
  stop();
  expect(await ended).toBeInstanceOf(CallPostponed);
  await expect(payments.fetch('cs_2')).rejects.toThrow('the process stops');
  expect(stripe.asked).toHaveLength(1);
});

test('a refund aborted by a stop does not count as failed, and is made once after the next start', async () => {
  const stopping = new AbortController();
  const shop = openShop(network, { timeoutMs: 60_000, stopping: stopping.signal });
  const ada = shop.visitor();
  const id = await ada.holds();
  await ada.pays();
  shop.clock.advance(8 * DAY);
  await fulfil(shop, ada.checkout, { correlation: 'a test' });
  shop.stripe.breaks('refund', FAULTS['a timeout']);
  const running = run(shop, refunds);
  await until(() => shop.stripe.of('refund').length === 1);
  const stopped = running.stop();
  stopping.abort();
  await stopped;
  expect(shop.history(id)).not.toContain('RefundFailed');

  shop.stripe.mends('refund');
  run({ ...shop, payments: shop.reopened() }, refunds);
  await until(() => shop.history(id).includes('RefundSucceeded'));
  expect(new Set(shop.stripe.of('refund').map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  expect(shop.stripe.refunds).toHaveLength(1);
});

// A retry excludes a stalled machine; a real error is repeatable.
test('the process stops within two seconds while Stripe does not respond', { retry: 2 }, async () => {
  const { stripe } = openHanging(60_000);
  const config = loadConfig({ ...ENV, DATA_FOLDER: tempFolder(), COOKIE_SECRET: 'a'.repeat(40), LOG_LEVEL: 'silent' });
  const { app, start, windDown, stop } = await compose(config, null);
  start('http://127.0.0.1:1');
  let isOver = false;
  onTestFinished(() => (isOver ? undefined : stop()));
  const returning = app.request('https://oak.example/book/return?checkout=cs_1');
  await until(() => stripe.asked.length === 1);
  const begin = performance.now();
  windDown();
  expect((await returning).status).toBe(303);
  await stop();
  isOver = true;
  expect(performance.now() - begin).toBeLessThan(2000);
});
