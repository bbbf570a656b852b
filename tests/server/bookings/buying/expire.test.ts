import { expect, test } from 'vitest';
import { bookingStream } from '#events/booking/booking.ts';
import { dayStream } from '#events/day.ts';
import { openCheckout } from '#events/booking/holding.ts';
import { checkoutUrl } from '#server/bookings/buying/checkout.ts';
import { expire } from '#server/bookings/buying/expire.ts';
import { ProviderError } from '#server/outside/payments/port.ts';
import { DATE } from '../../../events/facts.ts';
import { MINUTE, openSite } from '../site.ts';

const CAUSE = { correlation: 'a test' };

async function held() {
  const site = openSite();
  const ada = site.visitor();
  const id = await ada.holds();
  const lapse = () => expire(site, id, 'lapsed', CAUSE);
  const replace = () => expire(site, id, 'replaced', CAUSE);
  const open = () => checkoutUrl(site, id, 'ada@example.com', CAUSE);
  return { site, ada, id, lapse, replace, open, am: async () => (await site.store.stateOf(dayStream(DATE))).am.kind };
}

test('the checkout of an expired hold is closed at the provider, and its slot released', async () => {
  const { site, ada, id, lapse, am } = await held();
  site.clock.advance(30 * MINUTE);
  await lapse();
  expect(site.history(id)).toEqual(['SlotHeld', 'CheckoutOpened', 'HoldExpired']);
  expect(await am()).toBe('free');
  expect(await ada.pays()).toBe(false);
});

test('a hold is not released before it expires', async () => {
  const { site, lapse, am } = await held();
  site.clock.advance(30 * MINUTE - 1);
  await expect(lapse()).rejects.toMatchObject({ refusal: 'already-held' });
  expect(await am()).toBe('held');
});

test('a hold that was paid at the last moment is confirmed instead', async () => {
  const { site, ada, id, lapse, am } = await held();
  await ada.pays();
  site.clock.advance(30 * MINUTE);
  await lapse();
  expect((await site.state(id))?.status).toBe('confirmed');
  expect(await am()).toBe('booked');
});

test('a hold stays while the provider cannot close its checkout', async () => {
  const { site, lapse, am } = await held();
  site.clock.advance(30 * MINUTE);
  site.payments.down.add('expire');
  await expect(lapse()).rejects.toThrow(ProviderError);
  expect(await am()).toBe('held');
  site.payments.down.clear();
  await lapse();
  expect(await am()).toBe('free');
});

test('a checkout unknown to the provider blocks no slot', async () => {
  const { site, id, lapse, am } = await held();
  await site.store.change({
    streams: { booking: bookingStream(id) },
    decide: (states) => openCheckout(states, '999-forgotten', site.clock.now()),
    cause: CAUSE,
  });
  site.clock.advance(30 * MINUTE);
  await lapse();
  expect(await am()).toBe('free');
});

test('a booking that is not held is left alone', async () => {
  const { site, ada, lapse, replace } = await held();
  await ada.pays();
  await ada.returns();
  const before = site.store.position;
  await lapse();
  await replace();
  await expire(site, 'b9', 'lapsed', CAUSE);
  expect(site.store.position).toBe(before);
});

test('a checkout opened between closing and expiring is closed too', async () => {
  const { site, id, replace, open, am } = await held();
  site.payments.after('expire', open);
  await replace();
  const checkouts = (await site.state(id))?.checkouts ?? [];
  expect(checkouts).toHaveLength(2);
  for (const checkout of checkouts) expect(await site.sandbox.fetch(checkout)).toMatchObject({ status: 'expired' });
  expect(await am()).toBe('free');
});

test('a payment at a checkout opened between closing and expiring confirms the booking', async () => {
  const { site, ada, id, replace, open } = await held();
  site.payments.after('expire', async () => {
    ada.checkout = (await open()).replace('/dev/pay/', '');
    await ada.pays();
  });
  await replace();
  expect((await site.state(id))?.status).toBe('confirmed');
});

test('a hold whose visitor keeps opening checkouts stays held, with the last one open', async () => {
  const { site, id, replace, open, am } = await held();
  const insist = async () => {
    await open();
    site.payments.after('expire', insist);
  };
  site.payments.after('expire', insist);
  // Each round closes all known checkouts, and the visitor opens another during the first.
  await expect(replace()).rejects.toMatchObject({ refusal: 'checkout-open' });
  expect(await am()).toBe('held');
  const last = (await site.state(id))?.checkouts.at(-1) ?? '';
  expect(await site.sandbox.fetch(last)).toMatchObject({ status: 'open' });
});

test('a checkout opened while its visitor swaps in another tab is closed before the swap', async () => {
  const { site, ada, id, open, am } = await held();
  site.payments.after('expire', open);
  const other = await ada.holds({ claim: 'full' });
  expect((await site.state(id))?.status).toBe('expired');
  expect((await site.state(other))?.status).toBe('held');
  const closed = (await site.state(id))?.checkouts ?? [];
  expect(closed).toHaveLength(2);
  for (const checkout of closed) expect(await site.sandbox.fetch(checkout)).toMatchObject({ status: 'expired' });
  expect(await am()).toBe('held');
});
