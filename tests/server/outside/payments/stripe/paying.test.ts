import { describe, expect, test } from 'vitest';
import { confirmationPath } from '#server/bookings/paths.ts';
import { historyOf } from '#server/bookings/visit/history.ts';
import { openShop, useNetwork } from './shop.ts';

const network = useNetwork();
const HELD = ['SlotHeld', 'CheckoutOpened'];
const CONFIRMED = [...HELD, 'PaymentCaptured', 'BookingConfirmed'];

/** A visitor with a hold, on Stripe's page. */
async function held() {
  const shop = openShop(network);
  const ada = shop.visitor();
  const id = await ada.holds();
  const session = shop.stripe.sessions.get(ada.checkout)!;
  return { ...shop, shop, ada, id, session, confirmation: `303 ${confirmationPath(id, 'half-day')}` };
}

describe('a visitor', () => {
  test('is redirected to Stripe’s page, which is open at least as long as the hold', async () => {
    const { ada, session, state, id } = await held();
    expect(await ada.hold()).toMatchObject({ redirect: session.url });
    expect(session.expires_at * 1000).toBeGreaterThanOrEqual((await state(id))?.expiresAt ?? Infinity);
    expect(await ada.currentHold()).toMatchObject({ eventId: id, payUrl: session.url });
  });
});

describe('a payment', () => {
  test('is recorded once though five notices and the visitor arrive at once', async () => {
    const { ada, notifyCompleted, history, id, confirmation, row } = await held();
    await ada.pays();
    const five = Array.from({ length: 5 }, () => notifyCompleted(ada.checkout, 'evt_five'));
    const others = Array.from({ length: 5 }, () => notifyCompleted(ada.checkout));
    const [returned, ...statuses] = await Promise.all([ada.returns(), ...five, ...others]);
    expect(returned).toBe(confirmation);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(history(id)).toEqual(CONFIRMED);
    expect(await row(id)).toMatchObject({ captured: 29_900, refund: 'none' });
  });

  test('is recorded though its notice arrives before the checkout is recorded', async () => {
    const { stripe, clock, payments, notifyCompleted, history, id, state } = await held();
    const { price, expiresAt } = (await state(id))!;
    const { id: unrecorded } = await payments.createCheckout({
      key: `checkout:${id}:2`,
      booking: id,
      amount: price,
      currency: 'usd',
      description: 'Half day',
      email: 'ada@example.com',
      expiresAt: Math.max(expiresAt, clock.now()),
      returnUrl: 'https://oak.example/book/return',
      cancelUrl: 'https://oak.example/book',
    });
    stripe.pay(unrecorded);
    expect(await notifyCompleted(unrecorded)).toBe(200);
    expect(history(id)).toEqual(CONFIRMED);
  });

  test.each<[string, { amount_received?: number; currency?: string }]>([
    ['a cent less', { amount_received: 29_899 }],
    ['a cent more', { amount_received: 29_901 }],
    ['another currency', { currency: 'cad' }],
  ])('of %s confirms nothing and is refunded in full', async (_, received) => {
    const { shop, ada, stripe, notifyCompleted, history, id, row } = await held();
    stripe.pay(ada.checkout, received);
    expect(await notifyCompleted(ada.checkout)).toBe(200);
    expect(history(id)).toEqual([...HELD, 'PaymentCaptured', 'RefundRequested']);
    const booking = await row(id);
    expect(booking).toMatchObject({ status: 'held' });
    const amount = received.amount_received ?? 29_900;
    const currency = received.currency ?? 'usd';
    expect(JSON.parse(booking?.refunds ?? '')).toMatchObject([{ cause: 'wrong-amount', amount, currency }]);
    // Only dollars count as dollars paid.
    expect(booking?.captured).toBe(currency === 'usd' ? amount : 0);
    const money = { cents: amount, currency };
    expect(await historyOf(shop.store, id)).toEqual([
      { at: expect.any(Number), kind: 'PaymentCaptured', ...money },
      { at: expect.any(Number), kind: 'RefundRequested', ...money, isOutside: false, reason: 'wrong-amount' },
    ]);
  });
});
