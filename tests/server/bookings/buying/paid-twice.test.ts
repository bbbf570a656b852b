import { expect, test } from 'vitest';
import { Customer, refundsGoThrough } from '../customer.ts';
import { type Site, openSite } from '../site.ts';

/** A customer who paid a half day twice. */
async function paidTwice(site: Site): Promise<Customer> {
  const visitor = site.visitor();
  const id = await visitor.holds();
  await visitor.pays('twice');
  await visitor.returns();
  const ada = new Customer(site, visitor, id);
  await ada.opens();
  return ada;
}

const SLOT = { date: '2027-03-16', claim: 'am' };

test('a second payment is refunded at once, apart from the visit’s payment, and the history names both', async () => {
  const site = openSite();
  const ada = await paidTwice(site);
  const money = {
    isOutside: false,
    paidCents: 29_900,
    refundingCents: 0,
    refundedCents: 0,
    isWithheld: false,
    refund: 'none',
    reason: null,
  };
  expect(await ada.sees()).toMatchObject({
    state: 'confirmed',
    money: { ...money, surplus: { cents: 29_900, refund: 'requested' } },
    history: [
      { kind: 'BookingConfirmed', slot: SLOT, cents: 29_900 },
      { kind: 'PaymentCaptured', cents: 29_900 },
      { kind: 'RefundRequested', cents: 29_900, reason: 'paid-twice' },
    ],
  });
  await refundsGoThrough(site);
  const { money: after, history } = await ada.sees();
  expect(after).toEqual({ ...money, surplus: { cents: 29_900, refund: 'succeeded' } });
  expect(history.at(-1)).toMatchObject({ kind: 'RefundSucceeded', cents: 29_900 });
});

test('a later cancellation refunds the visit’s payment only', async () => {
  const site = openSite();
  const ada = await paidTwice(site);
  await refundsGoThrough(site);
  await ada.cancels('refund');
  await refundsGoThrough(site);
  const { money, history } = await ada.sees();
  expect(money).toEqual({
    isOutside: false,
    paidCents: 29_900,
    refundingCents: 29_900,
    refundedCents: 29_900,
    isWithheld: false,
    refund: 'succeeded',
    reason: 'cancelled',
    surplus: { cents: 29_900, refund: 'succeeded' },
  });
  const sum = (...kinds: string[]) =>
    history.reduce((total, line) => total + (kinds.includes(line.kind) && 'cents' in line ? line.cents : 0), 0);
  expect(sum('BookingConfirmed', 'PaymentCaptured')).toBe(59_800);
  expect(sum('RefundRequested')).toBe(59_800);
  expect(sum('RefundSucceeded')).toBe(59_800);
});

test('a pending refund of the surplus does not change the text about a cancellation', async () => {
  const site = openSite();
  const ada = await paidTwice(site);
  site.payments.down.add('refund');
  await refundsGoThrough(site);
  expect((await ada.sees()).money).toMatchObject({ refund: 'none', surplus: { refund: 'failed' } });
  await ada.cancels('refund');
  expect((await ada.sees()).money).toMatchObject({ refundingCents: 29_900, refund: 'requested', reason: 'cancelled' });
});
