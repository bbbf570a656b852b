import { recorded } from '../../../db/rows.ts';
import { expect, test } from 'vitest';
import { refundsOf } from '#db/projections/booking-row.ts';
import { ProviderError } from '#server/outside/payments/port.ts';
import type { WayToPay } from '#server/outside/payments/sandbox-books.ts';
import { refundsGoThrough } from '../customer.ts';
import { MINUTE, openSite } from '../site.ts';

/** A booking that was paid too late, after its slot was lost. */
async function lost(way: WayToPay = 'pay') {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds({ claim: 'full' });
  await ada.pays(way);
  site.clock.advance(8 * 24 * 60 * MINUTE);
  await ada.returns();
  const refund = async () => refundsOf((await site.row(id))!)[0]!;
  const carryOut = async () => {
    site.clock.advance(MINUTE);
    await refundsGoThrough(site);
  };
  return { site, id, refund, carryOut };
}

test('a refund returns the whole amount and is recorded with its request as the cause', async () => {
  const { site, id, carryOut } = await lost();
  const [requested] = recorded(site.store, ['RefundRequested']);
  const succeeded = site.recorded('RefundSucceeded');
  await carryOut();
  expect(await site.row(id)).toMatchObject({
    status: 'refunded',
    refund: 'succeeded',
    captured: 49_900,
    refunded: 49_900,
  });
  expect(await succeeded).toMatchObject({ causation: requested?.id });
});

test('a refund that was made before a crash, and not recorded, is not made twice', async () => {
  const { site, id, carryOut } = await lost();
  site.payments.after('refund', () => Promise.reject(new ProviderError('the answer was lost')));
  await carryOut();
  await carryOut();
  expect(await site.row(id)).toMatchObject({ refund: 'succeeded', refunded: 49_900 });
  expect(site.history(id).slice(-2)).toEqual(['RefundFailed', 'RefundSucceeded']);
});

test('each payment of a booking that was paid three times has its own refund', async () => {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds();
  await ada.pays('twice');
  await ada.returns();
  const again = await site.sandbox.createCheckout({ ...site.payments.checkouts[0]!, key: 'once more' });
  ada.checkout = again.id;
  await ada.pays();
  await ada.returns();
  await refundsGoThrough(site);
  expect(await site.row(id)).toMatchObject({ status: 'confirmed', captured: 89_700, refunded: 59_800 });
  expect(new Set(site.payments.refunds.map(({ key }) => key)).size).toBe(2);
});
