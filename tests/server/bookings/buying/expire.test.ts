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

test('a payment at a checkout opened between closing and expiring confirms the booking', async () => {
  const { site, ada, id, replace, open } = await held();
  site.payments.after('expire', async () => {
    ada.checkout = (await open()).replace('/dev/pay/', '');
    await ada.pays();
  });
  await replace();
  expect((await site.state(id))?.status).toBe('confirmed');
});
