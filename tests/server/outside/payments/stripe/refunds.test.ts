import { expect, test } from 'vitest';
import { fulfil } from '#server/bookings/buying/fulfil.ts';
import { refunds } from '#server/bookings/jobs/refunds.ts';
import { run, until } from '../../../workers/run.ts';
import type { Refund } from './objects.ts';
import { openShop, useNetwork } from './shop.ts';

const network = useNetwork();
const DAY = 24 * 3_600_000;

/** A payment recorded after the visit's start, which has to be refunded in full. */
async function owed(before: Refund['status'] = 'pending') {
  const shop = openShop(network);
  const { stripe, clock } = shop;
  stripe.refundStatus = before;
  const ada = shop.visitor();
  const id = await ada.holds();
  await ada.pays();
  clock.advance(8 * DAY);
  await fulfil(shop, ada.checkout, { correlation: 'a test' });
  const payment = stripe.sessions.get(ada.checkout)!.payment_intent!.id;
  const key = `refund:${id}:slot-lost:${payment}`;
  const history = () => shop.history(id).filter((type) => type.startsWith('Refund'));
  /** Runs the worker until this event was recorded for the nth time. */
  const works = async (type: string, times = 1) => {
    const worker = run(shop, refunds);
    await until(() => history().filter((each) => each === type).length >= times);
    await clock.idle();
    await worker.stop();
  };
  const refundNow = () => shop.payments.refund({ key, idempotencyKey: key, payment, amount: 29_900 });
  const tells = (type: string, refund: Refund) => shop.notify({ type, object: refund });
  return { ...shop, id, payment, key, history, works, refundNow, tells };
}

test('the whole payment is refunded, with its own idempotency key', async () => {
  const { stripe, works, history, row, id, payment, key } = await owed();
  await works('RefundSucceeded');
  expect(stripe.of('refund').map(({ path, form, headers }) => [path, form, headers.get('idempotency-key')])).toEqual([
    ['/v1/refunds', { payment_intent: payment, amount: '29900', 'metadata[key]': key }, key],
  ]);
  expect(history()).toEqual(['RefundRequested', 'RefundSucceeded']);
  expect(await row(id)).toMatchObject({ status: 'refunded', refund: 'succeeded', refunded: 29_900 });
});

test.each(['pending', 'requires_action', 'succeeded'] as const)('a refund that is %s is accepted', async (status) => {
  const { refundNow, stripe } = await owed(status);
  expect(await refundNow()).toEqual({ id: stripe.refunds[0]?.id });
});

test.each(['failed', 'canceled'] as const)('a refund that is %s at once fails with the reason', async (status) => {
  const { refundNow } = await owed(status);
  await expect(refundNow()).rejects.toThrow(/^the refund was (?:sent back \(expired_or|canceled \(no reason)/);
});

test('a failed refund is retried, and succeeds', async () => {
  const { stripe, works, history, clock, key } = await owed('failed');
  await works('RefundFailed');
  stripe.refundStatus = 'succeeded';
  clock.advance(1000);
  await works('RefundSucceeded');
  expect(history()).toEqual(['RefundRequested', 'RefundFailed', 'RefundSucceeded']);
  // With the same key Stripe would repeat the response of the failed refund.
  expect(stripe.of('refund').map(({ headers }) => headers.get('idempotency-key'))).toEqual([key, `${key}:2`]);
});

test('a refund with a lost response is not made twice, even when Stripe has dropped the key', async () => {
  const { stripe, works, refundNow, recorded } = await owed();
  const { id } = await refundNow();
  expect(await refundNow()).toEqual({ id });
  stripe.kept.forget();
  const success = recorded('RefundSucceeded');
  await works('RefundSucceeded');
  expect(await success).toMatchObject({ data: { refund: id, amount: 29_900 } });
  expect(stripe.refunds).toHaveLength(1);
});

test('a refund whose request was cut off is found at the next attempt', async () => {
  const { stripe, works, history, clock, payment } = await owed();
  stripe.breaks('refund', () => {
    stripe.mends('refund');
    stripe.refundByHand(payment, 29_900);
    return Response.error();
  });
  await works('RefundFailed');
  clock.advance(1000);
  await works('RefundSucceeded');
  expect(history()).toEqual(['RefundRequested', 'RefundFailed', 'RefundedByHand', 'RefundSucceeded']);
  expect(stripe.refunds).toHaveLength(1);
});

test.each([
  ['in part', [5000], 24_900],
  ['in parts', [5000, 900], 24_000],
  ['of the whole payment', [29_900], 0],
])('after a refund by hand %s, the site refunds the amount that is left', async (_, parts, rest) => {
  const { stripe, works, row, id, payment } = await owed();
  for (const part of parts) stripe.refundByHand(payment, part);
  await works('RefundSucceeded');
  expect(stripe.of('refund').map(({ form }) => form['amount'])).toEqual(rest === 0 ? [] : [String(rest)]);
  expect(await row(id)).toMatchObject({ refund: 'succeeded', refunding: 29_900, refunded: 29_900 });
});

test('a refund by hand made between query and refund is found at the next attempt, which refunds the amount left', async () => {
  const { stripe, works, row, id, payment, clock } = await owed();
  stripe.breaks('listDisputes', () => {
    stripe.mends('listDisputes');
    stripe.refundByHand(payment, 5000);
    return Response.json({ object: 'list', data: [] });
  });
  await works('RefundFailed');
  clock.advance(1000);
  await works('RefundSucceeded');
  expect(stripe.refunds.map(({ amount }) => amount)).toEqual([5000, 24_900]);
  expect(await row(id)).toMatchObject({ refund: 'succeeded', refunded: 29_900 });
});

test('the site refunds money again that a refund by hand sent and the bank returned', async () => {
  const { stripe, works, tells, row, id, payment, clock } = await owed();
  const made = stripe.refundByHand(payment, 29_900);
  await works('RefundSucceeded');
  stripe.sendBack(made);
  expect(await tells('refund.failed', made)).toBe(200);
  expect(await row(id)).toMatchObject({ refund: 'failed', refunded: 0 });
  clock.advance(1000);
  await works('RefundSucceeded', 2);
  expect(stripe.refunds.map(({ status }) => status)).toEqual(['failed', 'pending']);
});

test.each(['refund.failed', 'refund.updated', 'charge.refund.updated'])(
  'a refund that the bank returns is recorded as failed when %s says so, and retried',
  async (type) => {
    const { stripe, works, history, tells, row, recorded, id, key, clock } = await owed();
    await works('RefundSucceeded');
    stripe.sendBack(stripe.refunds[0]!);
    const failure = recorded('RefundFailed');
    expect(await tells(type, stripe.refunds[0]!)).toBe(200);
    expect(await row(id)).toMatchObject({ refund: 'failed', refunded: 0 });
    const reason = 'the refund was sent back (expired_or_canceled_card)';
    expect(await failure).toMatchObject({ data: { attempt: 1, reason } });
    clock.advance(1000);
    await works('RefundSucceeded', 2);
    expect(history()).toEqual(['RefundRequested', 'RefundSucceeded', 'RefundFailed', 'RefundSucceeded']);
    expect(stripe.of('refund').map(({ headers }) => headers.get('idempotency-key'))).toEqual([key, `${key}:2`]);
    expect(await row(id)).toMatchObject({ refund: 'succeeded', refunded: 29_900 });
  },
);

test('a returned refund is recorded once, for any number of late notices', async () => {
  const { stripe, works, history, tells, clock } = await owed();
  await works('RefundSucceeded');
  const [first] = stripe.refunds;
  stripe.sendBack(first!);
  for (const type of ['refund.failed', 'refund.updated', 'charge.refund.updated']) await tells(type, first!);
  clock.advance(1000);
  await works('RefundSucceeded', 2);
  expect(await tells('refund.failed', first!)).toBe(200);
  expect(history()).toEqual(['RefundRequested', 'RefundSucceeded', 'RefundFailed', 'RefundSucceeded']);
});

test('a notice’s content about a refund is not trusted: Stripe is queried', async () => {
  const { stripe, works, history, tells } = await owed();
  await works('RefundSucceeded');
  expect(await tells('refund.failed', { ...stripe.refunds[0]!, status: 'failed' })).toBe(200);
  expect(history()).toEqual(['RefundRequested', 'RefundSucceeded']);
  expect(stripe.of('fetchPayment').at(-1)?.path).toBe(`/v1/payment_intents/${stripe.refunds[0]?.payment_intent}`);
});

test('a notice of a failure before the refund is recorded is refused, so that Stripe resends it', async () => {
  const { stripe, refundNow, tells, history } = await owed();
  await refundNow();
  stripe.sendBack(stripe.refunds[0]!);
  expect(await tells('refund.failed', stripe.refunds[0]!)).toBe(500);
  expect(history()).toEqual(['RefundRequested']);
});

test('a notice about a payment unknown to Stripe is acknowledged', async () => {
  const { tells, stripe, lines } = await owed();
  const refund = stripe.refundByHand([...stripe.sessions.values()][0]!.payment_intent!.id, 29_900);
  expect(await tells('refund.failed', { ...refund, payment_intent: 'pi_none' })).toBe(200);
  expect(lines.join('')).toContain('webhook ignored');
});

test('a notice of another shop’s refund is acknowledged', async () => {
  const { stripe, works, tells, history, ...shop } = await owed();
  await works('RefundSucceeded');
  stripe.sendBack(stripe.refunds[0]!);
  for (const session of stripe.sessions.values()) Object.assign(session.payment_intent!, { metadata: {} });
  expect(await tells('refund.failed', stripe.refunds[0]!)).toBe(200);
  expect(history()).toEqual(['RefundRequested', 'RefundSucceeded']);
  expect(shop.lines.join('')).toContain('webhook ignored');
});
