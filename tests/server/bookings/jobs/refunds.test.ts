import { expect, test } from 'vitest';
import { bookingStream } from '#events/booking/booking.ts';
import { retryRefund } from '#events/booking/paying.ts';
import { carryOutRefund } from '#server/bookings/changing/refund.ts';
import { fulfil } from '#server/bookings/buying/fulfil.ts';
import { refunds } from '#server/bookings/jobs/refunds.ts';
import type { Claim } from '#shared/booking/session-type.ts';
import { MINUTE, type Site, openSite } from '../site.ts';
import { leave, passMinutes, passTurns, run, until } from '../../workers/run.ts';
import { CallPostponed } from '#server/outside/payments/port.ts';

/** A visitor pays for the booking twice: one payment has to be refunded. */
async function paidTwice(site: Site, claim: Claim = 'am') {
  const ada = site.visitor();
  const id = await ada.holds({ claim });
  await ada.pays('twice');
  const { checkout } = await fulfil(site, ada.checkout, { correlation: 'a test' });
  return { id, payment: checkout.payments[1]!.id };
}

async function refundOf(site: Site, id: string) {
  const { refund, refunded } = (await site.row(id))!;
  return { refund, refunded };
}

const isDone = (site: Site, id: string) => () => site.history(id).includes('RefundSucceeded');
const failures = (site: Site, id: string) => site.history(id).filter((type) => type === 'RefundFailed').length;

test('a refund requested while no worker ran is made at the next start', async () => {
  const site = openSite();
  const { id } = await paidTwice(site);
  run(site, refunds);
  await until(isDone(site, id));
  expect(await refundOf(site, id)).toEqual({ refund: 'succeeded', refunded: 29_900 });
});

test('a requested refund is made at once, and once', async () => {
  const site = openSite();
  run(site, refunds);
  await passTurns();
  const { id } = await paidTwice(site);
  await until(isDone(site, id));
  site.clock.advance(10 * MINUTE);
  await passTurns();
  expect(site.payments.refunds).toHaveLength(1);
  expect(site.history(id).filter((type) => type.startsWith('Refund'))).toEqual(['RefundRequested', 'RefundSucceeded']);
});

test('a failed refund is retried after one second, then two, with the same key', async () => {
  const site = openSite();
  const { id } = await paidTwice(site);
  site.payments.down.add('refund');
  run(site, refunds);
  for (const [index, wait] of [1000, 2000, 4000].entries()) {
    await until(() => failures(site, id) === index + 1);
    await passTurns();
    site.clock.advance(wait - 1);
    await passTurns();
    expect(site.payments.refunds).toHaveLength(index + 1);
    if (wait === 4000) site.payments.down.clear();
    site.clock.advance(1);
  }
  await until(isDone(site, id));
  expect(new Set(site.payments.refunds.map(({ key }) => key)).size).toBe(1);
  expect(await refundOf(site, id)).toEqual({ refund: 'succeeded', refunded: 29_900 });
});

test('a failed refund is attempted at once when an admin asks for it, with the same key', async () => {
  const site = openSite();
  const { id, payment } = await paidTwice(site);
  site.payments.down.add('refund');
  run(site, refunds);
  await until(() => failures(site, id) === 1);
  await passTurns();
  const ask = () =>
    site.store.change({
      streams: { booking: bookingStream(id) },
      decide: (states) => retryRefund(states, { payment, admin: 'a1' }),
      cause: { correlation: 'a test' },
    });
  await ask();
  await until(() => failures(site, id) === 2);
  await passTurns();
  site.payments.down.clear();
  await ask();
  await until(isDone(site, id));
  expect(site.payments.refunds).toHaveLength(3);
  expect(new Set(site.payments.refunds.map(({ key }) => key)).size).toBe(1);
});

test('a failed refund is retried within 15 minutes after the clock was set back an hour', async () => {
  const site = openSite();
  const { id } = await paidTwice(site);
  site.payments.down.add('refund');
  run(site, refunds);
  await until(() => failures(site, id) === 1);
  await passTurns();
  site.clock.setBack(60 * MINUTE);
  site.payments.down.clear();
  await passMinutes(site, 16);
  await until(isDone(site, id));
});

test('the refund that the pay page makes fail succeeds at the second attempt', async () => {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds();
  await ada.pays('refund-fails');
  site.clock.advance(8 * 24 * 60 * MINUTE);
  await ada.returns();
  run(site, refunds);
  await until(() => failures(site, id) === 1);
  await passTurns();
  site.clock.advance(1000);
  await until(isDone(site, id));
  expect(await refundOf(site, id)).toEqual({ refund: 'succeeded', refunded: 29_900 });
});

test('a refund that keeps failing delays no other refund', async () => {
  const site = openSite();
  const stubborn = await paidTwice(site);
  const other = await paidTwice(site, 'pm');
  site.payments.broken.add(stubborn.payment);
  run(site, refunds);
  await until(isDone(site, other.id));
  expect(await refundOf(site, stubborn.id)).toEqual({ refund: 'failed', refunded: 0 });
});

test('after a restart, the waits and the attempts stay the same', async () => {
  const site = openSite();
  const { id } = await paidTwice(site);
  site.payments.down.add('refund');
  const first = run(site, refunds);
  await until(() => failures(site, id) === 1);
  await first.stop();
  site.payments.down.clear();
  run(site, refunds);
  await passTurns();
  expect(site.payments.refunds).toHaveLength(1);
  site.clock.advance(1000);
  await until(isDone(site, id));
});

test('a refund without a response delays no other, also no later one', async () => {
  const site = openSite();
  const stuck = await paidTwice(site);
  site.payments.hanging.add(stuck.payment);
  leave(site, refunds);
  await until(() => site.payments.count('fetchPayment') === 1);
  const other = await paidTwice(site, 'pm');
  await until(isDone(site, other.id));
  expect(await refundOf(site, stuck.id)).toEqual({ refund: 'requested', refunded: 0 });
});

test('an unavailable provider counts as no attempt, and the refund is made later', async () => {
  const site = openSite();
  const { id } = await paidTwice(site);
  site.payments.after('refund', () => Promise.reject(new CallPostponed('it rests', 10_000)));
  run(site, refunds);
  await until(() => site.payments.refunds.length === 1);
  await passTurns();
  site.clock.advance(9_999);
  await passTurns();
  expect(site.payments.refunds).toHaveLength(1);
  site.clock.advance(1);
  await until(isDone(site, id));
  expect(failures(site, id)).toBe(0);
});

test('a refund that a stop kept from being recorded is made once', async () => {
  const site = openSite();
  const { id } = await paidTwice(site);
  site.payments.after('refund', async () => running.abort());
  const running = run(site, refunds);
  await until(() => site.payments.refunds.length === 1);
  await running.stop();
  expect(site.history(id)).not.toContain('RefundSucceeded');
  run(site, refunds);
  await until(isDone(site, id));
  const { refunds: made } = await site.sandbox.fetchPayment(site.payments.refunds[0]!.payment);
  expect(made.map(({ amount }) => amount)).toEqual([29_900]);
  expect(new Set(site.payments.refunds.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

test('no refund is requested from the provider without a request in the log', async () => {
  const site = openSite();
  const { id } = await paidTwice(site);
  expect(await carryOutRefund(site, { booking: id, payment: 'another' })).toBeNull();
  expect(site.payments.refunds).toEqual([]);
});
