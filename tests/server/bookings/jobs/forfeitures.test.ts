import { expect, test } from 'vitest';
import { refundsOf } from '#db/projections/booking-row.ts';
import { refundKey } from '#server/bookings/changing/refund.ts';
import { forfeitures } from '#server/bookings/jobs/visits.ts';
import { refunds } from '#server/bookings/jobs/refunds.ts';
import { at } from '../../../events/facts.ts';
import { customer } from '../customer.ts';
import { type Site, openSite } from '../site.ts';
import { passMinutes, passTurns, run, until } from '../../workers/run.ts';

const LATE = at('2027-03-15T12:00:00-07:00');
const STARTS = at('2027-03-16T07:00:00-07:00');

/** Ada has canceled a half day too late. */
async function forfeited(site: Site) {
  const ada = await customer(site);
  site.clock.advance(LATE - site.clock.now());
  await ada.opens();
  await ada.cancels('forfeit');
  return ada;
}

test('a late cancellation that was not sold again becomes final once, an hour after the visit’s end', async () => {
  const site = openSite();
  const ada = await forfeited(site);
  run(site, forfeitures);
  await passTurns();
  site.clock.advance(STARTS - site.clock.now());
  await passTurns();
  await passMinutes(site, 59);
  expect(site.history(ada.id)).not.toContain('ForfeitureFinalised');
  await passMinutes(site, 1);
  await until(() => site.history(ada.id).includes('ForfeitureFinalised'));
  await passMinutes(site, 70);
  expect(site.history(ada.id).filter((type) => type === 'ForfeitureFinalised')).toHaveLength(1);
  expect(await site.row(ada.id)).toMatchObject({ status: 'forfeited', is_final: 1, refund: 'none' });
});

test('a refilled one is refunded once, though the process dies before recording the response', async () => {
  const site = openSite();
  const ada = await forfeited(site);
  await customer(site);
  // The state after a crash: the provider has made the refund, and no event records it.
  const [refund] = refundsOf((await site.row(ada.id))!);
  const { payment, amount } = refund!;
  const key = refundKey({ booking: ada.id, ...refund! });
  await site.payments.refund({ key, idempotencyKey: key, payment, amount });
  expect(await site.row(ada.id)).toMatchObject({ refund: 'requested', refunded: 0 });
  run(site, refunds);
  await until(() => site.history(ada.id).includes('RefundSucceeded'));
  const keys = site.payments.refunds.map(({ key }) => key);
  expect(keys).toEqual([`refund:${ada.id}:refilled:${payment}`]);
  expect((await site.sandbox.fetchPayment(payment)).refunds.map(({ amount }) => amount)).toEqual([29_900]);
  expect(await site.row(ada.id)).toMatchObject({ status: 'refunded', refund: 'succeeded', refunded: 29_900 });
});
