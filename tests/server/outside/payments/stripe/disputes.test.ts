import { expect, test } from 'vitest';
import { bookingStream } from '#events/booking/booking.ts';
import { fulfil } from '#server/bookings/buying/fulfil.ts';
import { mail } from '#server/bookings/jobs/mail.ts';
import { refunds } from '#server/bookings/jobs/refunds.ts';
import { run, until } from '../../../workers/run.ts';
import type { Dispute } from './objects.ts';
import { openShop, useNetwork } from './shop.ts';

const network = useNetwork();
const DAY = 24 * 3_600_000;

/** A paid visit whose payment the customer disputes. `isOwed`: it was paid too late, and has to be refunded. */
async function disputed({ isOwed = false } = {}) {
  const shop = openShop(network);
  const { stripe, clock } = shop;
  const ada = shop.visitor();
  const id = await ada.holds();
  await ada.pays();
  if (isOwed) clock.advance(8 * DAY);
  await fulfil(shop, ada.checkout, { correlation: 'a test' });
  const payment = stripe.sessions.get(ada.checkout)!.payment_intent!.id;
  const dispute = stripe.dispute(payment, 29_900);
  const tells = (type: string, object: Dispute = dispute) => shop.notify({ type: `charge.dispute.${type}`, object });
  const states = async () =>
    (await shop.store.eventsOf(bookingStream(id))).flatMap((event) =>
      event.type === 'DisputeReported' ? [event.data.state] : [],
    );
  return { ...shop, shop, id, dispute, tells, states };
}

test('a dispute is recorded from Stripe’s state, for notices twice, late and out of order', async () => {
  const { dispute, tells, states } = await disputed();
  dispute.status = 'under_review';
  expect(await tells('updated', { ...dispute, status: 'won' })).toBe(200);
  expect(await tells('created')).toBe(200);
  dispute.status = 'lost';
  for (const type of ['funds_withdrawn', 'closed', 'created', 'funds_reinstated']) expect(await tells(type)).toBe(200);
  expect(await states()).toEqual(['under-review', 'lost']);
});

test('a dispute without its booking here is acknowledged', async () => {
  const { dispute, tells, states } = await disputed();
  expect(await tells('created', { ...dispute, payment_intent: 'pi_none' })).toBe(200);
  expect(await states()).toEqual([]);
});

test('a refund waits while the payment is disputed, and goes out once the dispute is won', async () => {
  const { shop, stripe, clock, id, dispute, tells, row, history } = await disputed({ isOwed: true });
  run(shop, refunds);
  await until(() => history(id).includes('DisputeReported'));
  await clock.idle();
  clock.advance(DAY);
  await clock.idle();
  expect(stripe.of('refund')).toEqual([]);
  expect(await row(id)).toMatchObject({ refund: 'requested', failing: 0 });
  dispute.status = 'won';
  await tells('closed');
  await until(() => history(id).includes('RefundSucceeded'));
  expect(stripe.refunds.map(({ amount }) => amount)).toEqual([29_900]);
});

test('a refund whose dispute is lost counts as done, without another one', async () => {
  const { shop, stripe, id, dispute, row, history } = await disputed({ isOwed: true });
  dispute.status = 'lost';
  run(shop, refunds);
  await until(() => history(id).includes('RefundSucceeded'));
  expect(stripe.of('refund')).toEqual([]);
  expect(await row(id)).toMatchObject({ refund: 'succeeded', refunding: 29_900, refunded: 29_900 });
});

test('the owner is told of a dispute with its deadline, and how it ends', async () => {
  const { shop, dispute, tells } = await disputed();
  await tells('created');
  const { sent } = run(shop, mail);
  const owners = () => sent.filter(({ to }) => to === shop.config.ownerEmail).map(({ subject }) => subject);
  await until(() => owners().some((subject) => subject.includes('disputes')));
  expect(owners()).toContain('Needs attention: a customer disputes $299');
  expect(sent.find(({ subject }) => subject.includes('disputes'))?.text).toMatch(/answer in your payment account by/);
  dispute.status = 'lost';
  await tells('closed');
  await until(() => owners().includes('A dispute of $299 is lost'));
});
