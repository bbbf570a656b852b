import { expect, test, vi } from 'vitest';
import { bookingStream } from '#events/booking/booking.ts';
import { fulfil } from '#server/bookings/buying/fulfil.ts';
import { refundReview, refunds } from '#server/bookings/jobs/refunds.ts';
import { openSite } from '../site.ts';
import { FAULTS, tooManyRequests } from '../../outside/payments/stripe/faults.ts';
import { openShop, useNetwork } from '../../outside/payments/stripe/shop.ts';
import { leave, passTurns, run, until } from '../../workers/run.ts';

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
    await each.visitor.pays();
  }
  clock.advance(8 * DAY);
  for (const { visitor } of visitors) await fulfil(shop, visitor.checkout, CAUSE);
  const refunding = run(shop, refunds);
  await until(() => visitors.every(({ id }) => shop.history(id).includes('RefundSucceeded')));
  await refunding.stop();
  stripe.asked.length = 0;
  const ids = visitors.map(({ id }) => id);
  const history = (id = ids[0]!) => shop.history(id).filter((type) => type.startsWith('Refund'));
  const asked = () => stripe.of('fetchPayment').length;
  /** Advances the clock, and waits until the worker has handled what is due. */
  const pass = async (ms: number) => {
    clock.advance(ms);
    await passTurns();
  };
  /** Starts the jobs, and passes the day after which each payment is queried first. */
  const begins = async () => {
    run(shop, refundReview);
    await clock.idle();
    await pass(DAY);
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
  await passTurns();
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

test('each payment is queried once a day, for 180 days after it was refunded', async () => {
  const { asked, pass, begins } = await refunded(2);
  await begins();
  const before = asked();
  await pass(DAY / 2);
  await pass(DAY / 2);
  expect(asked()).toBe(before + 2);
  await pass(178 * DAY);
  expect(asked()).toBe(before + 4);
  await pass(DAY);
  await pass(DAY);
  expect(asked()).toBe(before + 4);
});

test('a payment that the owner refunded by hand in part, and a dispute, are found without a notice', async () => {
  const shop = openShop(network);
  const visitor = shop.visitor();
  const id = await visitor.holds({ date: DATES[0] });
  await visitor.pays();
  await fulfil(shop, visitor.checkout, CAUSE);
  const [payment] = (await shop.state(id))!.payments;
  shop.stripe.refundByHand(payment!.payment, 5000);
  shop.stripe.dispute(payment!.payment, 24_900);
  run(shop, refundReview);
  await shop.clock.idle();
  shop.clock.advance(DAY);
  await until(() => shop.history(id).includes('DisputeReported'));
  expect(shop.history(id).slice(-2)).toEqual(['RefundedByHand', 'DisputeReported']);
  expect(await shop.row(id)).toMatchObject({ status: 'confirmed', refund: 'none', refunded: 5000 });
});

test('a 429 postpones the rest of the round, and no refund is queried twice in it', async () => {
  // No pause by chance is longer than the one that the provider asks for.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const { stripe, asked, pass, begins, lines } = await refunded(5);
  stripe.breaks('fetchPayment', tooManyRequests(7));
  await begins();
  const before = asked();
  expect(before).toBe(4);
  await pass(6999);
  expect(asked()).toBe(before);
  stripe.mends('fetchPayment');
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
  stripe.breaks('fetchPayment', () => {
    stripe.mends('fetchPayment');
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

test('a payment unknown to Stripe is logged once a day, and delays no other', async () => {
  const { stripe, history, asked, pass, begins, lines, ids, shop } = await refunded(2);
  const [gone] = (await shop.state(ids[0]!))!.payments;
  for (const session of stripe.sessions.values()) {
    if (session.payment_intent?.id === gone!.payment) session.payment_intent = null;
  }
  stripe.sendBack(stripe.refunds.find(({ payment_intent }) => payment_intent !== gone!.payment)!);
  await begins();
  expect(ids.map((id) => history(id).at(-1))).toEqual(['RefundSucceeded', 'RefundFailed']);
  await pass(HOUR);
  expect(asked()).toBe(2);
  const said = lines.filter((line) => line.includes('there is no such payment'));
  expect(said).toHaveLength(1);
  expect(said[0]).toContain(gone!.payment);
});

test('a query without a response delays no other', async () => {
  const site = openSite();
  const found: string[] = [];
  for (const date of DATES) {
    const visitor = site.visitor();
    const id = await visitor.holds({ date });
    await visitor.pays('twice');
    await fulfil(site, visitor.checkout, CAUSE);
    found.push(id);
  }
  const refunding = run(site, refunds);
  await until(() => found.every((id) => site.history(id).includes('RefundSucceeded')));
  await refunding.stop();
  const [first] = (await site.store.stateOf(bookingStream(found[0]!)))!.payments;
  site.payments.hanging.add(first!.payment);
  const before = site.payments.count('fetchPayment');
  leave(site, refundReview);
  await site.clock.idle();
  site.clock.advance(DAY);
  await until(() => site.payments.count('fetchPayment') === before + 2 * DATES.length);
});
