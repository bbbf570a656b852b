import { expect, test } from 'vitest';
import { fulfil } from '#server/bookings/buying/fulfil.ts';
import { refunds } from '#server/bookings/jobs/refunds.ts';
import { run, until } from '../../../workers/run.ts';
import { tooManyRequests } from './faults.ts';
import { openShop, useNetwork } from './shop.ts';

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
