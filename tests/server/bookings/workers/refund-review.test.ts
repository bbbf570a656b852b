import { expect, test } from 'vitest';
import { bookingStream } from '#events/booking/booking.ts';
import { fulfil } from '#server/bookings/buying/fulfil.ts';
import { refundReview } from '#server/bookings/workers/refund-review.ts';
import { refunds } from '#server/bookings/workers/refunds.ts';
import { openSite } from '../site.ts';
import { FAULTS, tooManyRequests } from '../../outside/payments/stripe/faults.ts';
import { openShop, useNetwork } from '../../outside/payments/stripe/shop.ts';
import { leave, run, until } from '../../workers/run.ts';

const network = useNetwork();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CAUSE = { correlation: 'a test' };
const DATES = ['2027-03-10', '2027-03-11', '2027-03-12', '2027-03-15', '2027-03-16'] as const;

/** Visitors with late payments, and refunds that Stripe has accepted. */
async function refunded(count = 1) {
  const shop = openShop(network);
  const { stripe, clock } = shop;
  const visitors = DATES.slice(0, count).map((date) => ({ date, visitor: shop.visitor(), id: '' }));
  for (const each of visitors) {
    each.id = await each.visitor.holds({ date: each.date });
    each.visitor.pays();
  }
  clock.advance(8 * DAY);
  for (const { visitor } of visitors) await fulfil(shop, visitor.checkout, CAUSE);
  const refunding = run(shop, refunds);
  await until(() => visitors.every(({ id }) => shop.history(id).includes('RefundSucceeded')));
  await refunding.stop();
  const ids = visitors.map(({ id }) => id);
  const history = (id = ids[0]!) => shop.history(id).filter((type) => type.startsWith('Refund'));
  const asked = () => stripe.of('fetchRefund').length;
  /** Advances the clock, and waits until the worker has handled what is due. */
  const pass = async (ms: number) => {
    clock.advance(ms);
    await clock.idle();
  };
  /** Starts the worker, until it waits for the clock. */
  const begins = async () => {
    const worker = run(shop, refundReview);
    await clock.idle();
    return worker;
  };
  return { ...shop, shop, ids, history, asked, pass, begins };
}

test('a refund that the bank returns is found within a day without a notice, and made again', async () => {
  const { shop, stripe, history, pass, begins, row, ids } = await refunded();
  await begins();
  expect(history()).toEqual(['RefundRequested', 'RefundSucceeded']);
  stripe.sendBack(stripe.refunds[0]!);
  await pass(DAY - 1);
  expect(await row(ids[0]!)).toMatchObject({ refund: 'succeeded' });
  await pass(1);
  expect(history()).toEqual(['RefundRequested', 'RefundSucceeded', 'RefundFailed']);
  expect(await row(ids[0]!)).toMatchObject({ refund: 'failed', refunded: 0 });
  run(shop, refunds);
  await until(() => history().length === 3);
  await shop.clock.idle();
  shop.clock.advance(1000);
  await until(() => history().at(-1) === 'RefundSucceeded');
  expect(stripe.refunds.map(({ status }) => status)).toEqual(['failed', 'pending']);
});

test('a refund returned while no server ran is found at the next start', async () => {
  const { stripe, history, begins } = await refunded();
  stripe.sendBack(stripe.refunds[0]!);
  await begins();
  expect(history()).toEqual(['RefundRequested', 'RefundSucceeded', 'RefundFailed']);
});

test('each refund is queried once a day, for 30 days', async () => {
  const { asked, pass, begins } = await refunded(2);
  await begins();
  expect(asked()).toBe(2);
  for (let day = 1; day < 30; day++) {
    await pass(DAY / 2);
    await pass(DAY / 2);
    expect(asked()).toBe(2 * (day + 1));
  }
  await pass(DAY);
  await pass(DAY);
  expect(asked()).toBe(60);
});

test('a 429 postpones the rest of the round, and no refund is queried twice in it', async () => {
  const { stripe, asked, pass, begins, lines } = await refunded(5);
  stripe.breaks('fetchRefund', tooManyRequests(7));
  await begins();
  const before = asked();
  expect(before).toBe(4);
  await pass(6999);
  expect(asked()).toBe(before);
  stripe.mends('fetchRefund');
  await pass(1);
  expect(asked()).toBe(before + 5);
  await pass(DAY - 1);
  expect(asked()).toBe(before + 5);
  await pass(1);
  expect(asked()).toBe(before + 10);
  expect(lines.join('')).not.toContain('work failed');
});

test('a refund without a response is queried again, the others are not', async () => {
  const { stripe, asked, pass, begins } = await refunded(3);
  stripe.breaks('fetchRefund', () => {
    stripe.mends('fetchRefund');
    return FAULTS['a 500']();
  });
  await begins();
  expect(asked()).toBe(3);
  await pass(10 * 60_000 - 1);
  expect(asked()).toBe(3);
  await pass(1);
  expect(asked()).toBe(4);
  await pass(HOUR);
  expect(asked()).toBe(4);
});

test('a refund unknown to Stripe is logged once a day, and delays no other', async () => {
  const { stripe, history, asked, pass, begins, lines, ids } = await refunded(2);
  const [gone, other] = stripe.refunds.splice(0);
  stripe.sendBack(other!);
  stripe.refunds.push(other!);
  await begins();
  expect(new Set(ids.map((id) => history(id).at(-1)))).toEqual(new Set(['RefundFailed', 'RefundSucceeded']));
  await pass(HOUR);
  expect(asked()).toBe(2);
  const said = lines.filter((line) => line.includes('there is no such refund'));
  expect(said).toHaveLength(1);
  expect(said[0]).toContain(gone!.id);
});

test('a query without a response delays no other', async () => {
  const site = openSite();
  const found: string[] = [];
  for (const date of DATES) {
    const visitor = site.visitor();
    const id = await visitor.holds({ date });
    visitor.pays('twice');
    await fulfil(site, visitor.checkout, CAUSE);
    found.push(id);
  }
  const refunding = run(site, refunds);
  await until(() => found.every((id) => site.history(id).includes('RefundSucceeded')));
  await refunding.stop();
  const [first] = site.store.stateOf(bookingStream(found[0]!))!.payments.flatMap(({ refundId }) => refundId ?? []);
  site.payments.hanging.add(first!);
  leave(site, refundReview);
  await until(() => site.payments.count('fetchRefund') === DATES.length);
});
