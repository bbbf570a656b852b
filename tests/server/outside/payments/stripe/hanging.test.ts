import { expect, onTestFinished, test } from 'vitest';
import { fulfil } from '#server/bookings/buying/fulfil.ts';
import { compose } from '#server/compose.ts';
import { loadConfig } from '#server/process/config.ts';
import { createLog } from '#server/process/log.ts';
import { guarded } from '#server/outside/payments/guarded.ts';
import { refunds } from '#server/bookings/jobs/refunds.ts';
import { tempFolder } from '../../../../temp-folder.ts';
import { run, until } from '../../../workers/run.ts';
import { checkoutRequest } from '../shop.ts';
import { FAULTS } from './faults.ts';
import { ENV, openAdapter, openGuardedShop, useNetwork } from './shop.ts';

const network = useNetwork();
const DAY = 24 * 3_600_000;

/** A short timeout, for tests in which Stripe responds to no call. */
const NO_ANSWER = { longestMs: 50 };

/** The adapter behind its guard, with a Stripe that never responds. */
function openHanging({ longestMs = 300, retries = 1 } = {}) {
  const { payments, stripe, clock } = openAdapter(network, { timeoutMs: 60_000, retries });
  for (const call of ['create', 'fetch', 'expire', 'listRefunds', 'refund', 'fetchPayment', 'listDisputes'] as const) {
    stripe.breaks(call, FAULTS['a timeout']);
  }
  const lines: string[] = [];
  const log = createLog({ level: 'info', to: { write: (line) => void lines.push(line) } });
  const stopping = new AbortController();
  const parts = { elapsed: () => clock.elapsed(), log, stopping: stopping.signal, longestMs };
  return { guard: guarded(payments, parts), stripe, clock, lines, stop: () => stopping.abort() };
}

test('every call ends at its timeout as an unreachable provider', async () => {
  const { guard, clock } = openHanging(NO_ANSWER);
  const calls = [
    guard.createCheckout(checkoutRequest(clock)),
    guard.fetch('cs_1'),
    guard.refund({ key: 'k', idempotencyKey: 'k', payment: 'pi_1', amount: 1 }),
    guard.fetchPayment('pi_1'),
  ];
  for (const call of calls) await expect(call).rejects.toMatchObject({ name: 'ProviderError' });
  await expect(openHanging(NO_ANSWER).guard.expire('cs_1')).rejects.toMatchObject({ name: 'ProviderError' });
});

test('running calls end when the process stops, and later ones are not made', async () => {
  const { guard, stripe, stop } = openHanging({ longestMs: 60_000 });
  const ended = guard.fetch('cs_1').catch((error: Error) => error.message);
  await until(() => stripe.asked.length === 1);
  stop();
  expect(await ended).toBe('the process stops');
  await expect(guard.fetch('cs_2')).rejects.toThrow('the process stops');
  expect(stripe.asked).toHaveLength(1);
});

test('a refund aborted by a stop does not count as failed, and is made once after the next start', async () => {
  const shop = openGuardedShop(network, { longestMs: 60_000 });
  const ada = shop.visitor();
  const id = await ada.holds();
  await ada.pays();
  shop.clock.advance(8 * DAY);
  await fulfil(shop, ada.checkout, { correlation: 'a test' });
  shop.stripe.breaks('refund', FAULTS['a timeout']);
  const running = run(shop, refunds);
  await until(() => shop.stripe.of('refund').length === 1);
  const stopped = running.stop();
  shop.leave();
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
  const { stripe } = openHanging();
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
