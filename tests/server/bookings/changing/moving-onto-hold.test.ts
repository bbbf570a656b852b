/** A customer moves their visit to a slot that they hold for another booking. */
import { expect, test } from 'vitest';
import { dayStream } from '#events/day.ts';
import { DATE } from '../../../events/facts.ts';
import { customer } from '../customer.ts';
import { openSite } from '../site.ts';

const TARGET = '2027-03-20';

async function holding(change: Parameters<typeof customer>[1] = {}) {
  const site = openSite();
  const ada = await customer(site);
  const hold = await ada.visitor.holds({ date: TARGET, ...change });
  return { site, ada, hold, day: () => site.store.stateOf(dayStream(TARGET)) };
}

test('a visit moved onto its customer’s hold ends the hold: it cannot be paid, and the browser forgets it', async () => {
  const { site, ada, hold, day } = await holding({ claim: 'full' });
  expect(await ada.moves(TARGET)).toMatchObject({ status: 200, notice: 'visit-moved' });
  expect(await ada.sees()).toMatchObject({ date: TARGET, claim: 'am', money: { paidCents: 29_900 } });
  expect(await day()).toMatchObject({ am: { kind: 'booked', booking: ada.id }, pm: { kind: 'free' } });
  expect(site.history(hold)).toEqual(['SlotHeld', 'CheckoutOpened', 'HoldExpired']);
  expect(await ada.visitor.pays()).toBe(false);
  expect(await ada.visitor.currentHold()).toBeNull();
});

test('a payment for a hold that a move has ended is refunded', async () => {
  const { site, ada, hold } = await holding();
  await ada.visitor.pays('later');
  await ada.moves(TARGET);
  site.clock.advance(10 * 60_000);
  await site.sandbox.settle();
  await site.deliverNotices();
  expect((await site.state(hold))?.payments).toMatchObject([{ refund: expect.stringMatching(/requested|succeeded/) }]);
  expect((await ada.sees()).money).toMatchObject({ paidCents: 29_900, refundingCents: 0 });
});

test('a refused move keeps the hold, which can still be paid at the same checkout', async () => {
  const site = openSite();
  const ada = await customer(site, { claim: 'full' });
  ada.seen = { date: DATE, claim: 'full' };
  const hold = await ada.visitor.holds({ date: TARGET, claim: 'am' });
  await customer(site, { date: TARGET, claim: 'pm' });
  expect(await ada.moves(TARGET, 'full')).toMatchObject({ status: 409, refusal: 'slot-taken' });
  expect((await site.sandbox.look(ada.visitor.checkout))?.status).toBe('open');
  expect((await site.state(hold))?.status).toBe('held');
});

test('a visit and a hold stay while the provider cannot rule out that the hold is being paid', async () => {
  const { site, ada, hold } = await holding();
  site.payments.down.add('expire');
  expect(await ada.moves(TARGET)).toMatchObject({ status: 503, refusal: 'payments-down' });
  expect((await site.state(hold))?.status).toBe('held');
  site.payments.down.clear();
  expect(await ada.moves(TARGET)).toMatchObject({ status: 200 });
});
