import { expect, test } from 'vitest';
import { expire } from '#server/bookings/buying/expire.ts';
import { fulfil } from '#server/bookings/buying/fulfil.ts';
import { createLog } from '#server/process/log.ts';
import { guarded } from '#server/outside/payments/guarded.ts';
import { refunds } from '#server/bookings/jobs/refunds.ts';
import { run, until } from '../../../workers/run.ts';
import { FAULTS, tooManyRequests } from './faults.ts';
import { openAdapter, openShop, useNetwork } from './shop.ts';

const network = useNetwork();
const MINUTE = 60_000;
const CAUSE = { correlation: 'a test' };

test.each([
  ['listRefunds', 7, 7000],
  ['refund', 7, 7000],
  ['refund', undefined, 10_000],
] as const)(
  'a refund that meets a 429 at "%s" (Retry-After %s) waits %s ms and has not failed',
  async (call, after, ms) => {
    const { stripe, clock, history, visitor, ...shop } = openShop(network);
    const ada = visitor();
    const id = await ada.holds();
    await ada.pays();
    clock.advance(8 * 24 * 60 * MINUTE);
    await fulfil({ ...shop, clock }, ada.checkout, CAUSE);
    stripe.breaks(call, tooManyRequests(after));
    run({ ...shop, clock }, refunds);
    await until(() => stripe.of(call).length === 1);
    await clock.idle();
    clock.advance(ms - 1);
    await clock.idle();
    expect(stripe.of(call)).toHaveLength(1);
    stripe.mends(call);
    clock.advance(1);
    await until(() => history(id).includes('RefundSucceeded'));
    expect(history(id)).not.toContain('RefundFailed');
    expect(stripe.refunds).toHaveLength(1);
  },
);

test('a visitor whose checkout gets a 429 keeps the hold, and the same form opens a checkout later', async () => {
  const { stripe, visitor, store, lines } = openShop(network);
  const ada = visitor();
  stripe.breaks('create', tooManyRequests(1));
  expect(await ada.hold()).toMatchObject({ status: 503, refusal: 'payments-down' });
  const before = store.position;
  stripe.mends('create');
  expect(await ada.hold()).toMatchObject({
    redirect: expect.stringContaining('https://checkout.stripe.com/') as string,
  });
  expect(store.position).toBe(before + 1);
  expect(lines.join('')).toContain('Stripe asks to wait: status 429, code rate_limit');
  expect(lines.join('')).not.toContain('ada@example.com');
});

test('a slot stays held while Stripe responds to the closing of its checkout with 429', async () => {
  const { stripe, visitor, clock, state, ...shop } = openShop(network);
  const id = await visitor().holds();
  clock.advance(30 * MINUTE);
  stripe.breaks('expire', tooManyRequests(1));
  await expect(expire({ ...shop, clock }, id, 'lapsed', CAUSE)).rejects.toMatchObject({ afterMs: 1000 });
  expect((await state(id))?.status).toBe('held');
  stripe.mends('expire');
  await expire({ ...shop, clock }, id, 'lapsed', CAUSE);
  expect((await state(id))?.status).toBe('expired');
});

test('a 429 counts neither as a failure nor as a success for the breaker', async () => {
  const { payments, stripe, clock } = openAdapter(network);
  const log = createLog({ level: 'silent' });
  const guard = guarded(payments, { elapsed: () => clock.elapsed(), log, stopping: new AbortController().signal });
  const fetchEach = async (...ids: string[]) => {
    for (const id of ids) await expect(guard.fetch(id)).rejects.toMatchObject({ name: 'ProviderError' });
  };
  stripe.breaks('fetch', tooManyRequests());
  await fetchEach('cs_1', 'cs_2', 'cs_3', 'cs_4');
  expect(stripe.of('fetch')).toHaveLength(4);
  stripe.breaks('fetch', FAULTS['a 500']);
  await fetchEach('cs_1', 'cs_2');
  stripe.breaks('fetch', tooManyRequests());
  await fetchEach('cs_3');
  stripe.breaks('fetch', FAULTS['a 500']);
  await fetchEach('cs_4');
  await expect(guard.fetch('cs_5')).rejects.toThrow('left alone');
});
