import { describe, expect, test } from 'vitest';
import { expire } from '#server/bookings/buying/expire.ts';
import { fulfil } from '#server/bookings/buying/fulfil.ts';
import { confirmationPath } from '#server/bookings/paths.ts';
import { reconciliation } from '#server/bookings/jobs/holds.ts';
import { historyOf } from '#server/bookings/visit/history.ts';
import { run, until } from '../../../workers/run.ts';
import { openShop, useNetwork } from './shop.ts';

const network = useNetwork();
const MINUTE = 60_000;
const CAUSE = { correlation: 'a test' };
const HELD = ['SlotHeld', 'CheckoutOpened'];
const CONFIRMED = [...HELD, 'PaymentCaptured', 'BookingConfirmed'];
const RECLAIMED = [...HELD, 'HoldExpired', 'SlotReclaimed', 'PaymentCaptured', 'BookingConfirmed'];

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

  test('may be redirected from the booking form to that page, and to no other site', async () => {
    const { ada } = await held();
    const policy = (await ada.request('/book')).headers.get('content-security-policy') ?? '';
    const directives = policy.split('; ');
    expect(directives).toContain("form-action 'self' https://checkout.stripe.com");
    expect(directives.filter((directive) => directive.includes('stripe'))).toHaveLength(1);
  });

  test('with a declined card returns to a valid hold, and pays on the same page after all', async () => {
    const { ada, stripe, history, id, session, confirmation } = await held();
    stripe.decline(session.id);
    expect(await ada.returns()).toBe('303 /book?service=half-day');
    expect(history(id)).toEqual(HELD);
    expect(await ada.hold()).toMatchObject({ redirect: session.url });
    expect(await ada.pays()).toBe(true);
    expect(await ada.returns()).toBe(confirmation);
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

  test('whose notice is lost is found by reconciliation', async () => {
    const { shop, ada, history, id } = await held();
    await ada.pays();
    shop.clock.advance(60_000);
    run(shop, reconciliation);
    await until(() => history(id).includes('BookingConfirmed'));
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

describe('another shop’s payment with the id of a hold', () => {
  test.each([
    ['of another amount', 5000],
    ['of exactly the price', 29_900],
  ])('%s is no payment for it, and is not refunded', async (_, amount) => {
    const { shop, ada, stripe, notifyCompleted, history, id, session, lines } = await held();
    const foreign = stripe.payElsewhere(session, id, amount);
    expect(await ada.returns(foreign)).toBe('303 /book');
    expect(await ada.flashOn('/book')).toMatchObject({ refusal: 'not-found' });
    expect(await notifyCompleted(foreign)).toBe(200);
    await expect(fulfil(shop, foreign, CAUSE)).rejects.toThrow('there is no such checkout');
    expect(history(id)).toEqual(HELD);
    expect(lines.join('')).toContain('webhook ignored');
  });
});

describe('a pending payment', () => {
  test('confirms nothing, and the slot is released when the hold expires', async () => {
    const { shop, ada, stripe, notifyCompleted, history, id, clock } = await held();
    stripe.payLater(ada.checkout);
    expect(await notifyCompleted(ada.checkout)).toBe(200);
    expect(await ada.returns()).toBe('303 /book?service=half-day');
    expect(history(id)).toEqual(HELD);
    clock.advance(30 * MINUTE);
    await expire(shop, id, 'lapsed', CAUSE);
    expect(history(id)).toEqual([...HELD, 'HoldExpired']);
  });

  test('is recorded when it arrives after all', async () => {
    const { shop, ada, stripe, notify, session, history, id, clock } = await held();
    stripe.payLater(ada.checkout);
    clock.advance(30 * MINUTE);
    await expire(shop, id, 'lapsed', CAUSE);
    stripe.settle(ada.checkout);
    expect(
      await notify({ type: 'checkout.session.async_payment_succeeded', object: { ...session, payment_intent: 'pi' } }),
    ).toBe(200);
    expect(history(id)).toEqual(RECLAIMED);
  });
});
