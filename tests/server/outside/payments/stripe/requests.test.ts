import { expect, test } from 'vitest';
import type { Clock } from '#server/process/clock.ts';
import { UnknownToProvider } from '#server/outside/payments/port.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { openAdapter, useNetwork } from './shop.ts';

const network = useNetwork();
const MINUTE = 60_000;

function requestOf({ clock }: { clock: Clock }, change: object = {}) {
  return {
    key: 'checkout:b1:1',
    booking: 'b1',
    amount: 29_900,
    currency: 'usd' as const,
    description: 'Half day, Tuesday, March 16, 2027, 7:00 am to noon',
    email: 'ada@example.com',
    expiresAt: clock.now() + 30 * MINUTE,
    returnUrl: 'https://oak.example/book/return',
    cancelUrl: 'https://oak.example/book?service=half-day',
    ...change,
  };
}

async function opened() {
  const shop = openAdapter(network);
  const checkout = await shop.payments.createCheckout(requestOf(shop));
  return { ...shop, shop, checkout, id: checkout.id };
}

test('a checkout is one card payment of one exact item, in the site’s currency, for one booking', async () => {
  const { stripe, clock, checkout, id } = await opened();
  expect(checkout).toEqual({
    id,
    url: expect.stringMatching(new RegExp(`^https://checkout\\.stripe\\.com/c/pay/${id}#`)) as string,
    booking: 'b1',
    status: 'open',
    payments: [],
  });
  const [asked] = stripe.asked;
  expect(asked?.path).toBe('/v1/checkout/sessions');
  expect(asked?.form).toEqual({
    'expand[0]': 'payment_intent',
    mode: 'payment',
    'allowed_payment_method_types[0]': 'card',
    'adaptive_pricing[enabled]': 'false',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '29900',
    'line_items[0][price_data][product_data][name]': 'Half day, Tuesday, March 16, 2027, 7:00 am to noon',
    client_reference_id: 'b1',
    customer_email: 'ada@example.com',
    'metadata[booking]': 'b1',
    'payment_intent_data[description]': 'Half day, Tuesday, March 16, 2027, 7:00 am to noon',
    'payment_intent_data[statement_descriptor_suffix]': referenceOf('b1'),
    'payment_intent_data[metadata][booking]': 'b1',
    expires_at: String(Math.ceil(clock.now() / 1000) + 62 * 60),
    success_url: 'https://oak.example/book/return?checkout={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://oak.example/book?service=half-day',
  });
});

test('every call has the key and the pinned API version, and no telemetry', async () => {
  const { stripe, payments, id } = await opened();
  await payments.fetch(id);
  await payments.expire(id);
  expect(stripe.asked.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
    'checkout:b1:1',
    null,
    expect.stringMatching(/^stripe-node-retry-/),
  ]);
  for (const { headers } of stripe.asked) {
    expect(headers.get('authorization')).toBe('Bearer sk_test_0123456789abcdef');
    expect(headers.get('stripe-version')).toBe('2026-10-28.endive');
    expect(headers.get('x-stripe-client-telemetry')).toBeNull();
  }
});

test('a checkout opened at the end of the hold is open for Stripe’s minimum of 30 minutes, and never over a day', async () => {
  const shop = openAdapter(network);
  await shop.payments.createCheckout(requestOf(shop, { expiresAt: shop.clock.now() + 1 }));
  await shop.payments.createCheckout(requestOf(shop, { key: 'checkout:b1:2' }));
  expect(shop.stripe.sessions.size).toBe(2);
});

test('a key with a lost response before the visitor corrected the form still leads to one checkout', async () => {
  const { shop, stripe, id } = await opened();
  const corrected = requestOf(shop, { email: 'ada@corrected.example' });
  const second = await shop.payments.createCheckout(corrected);
  expect(second.id).not.toBe(id);
  expect(await shop.payments.createCheckout(corrected)).toEqual(second);
  expect(stripe.sessions.get(second.id)?.customer_email).toBe('ada@corrected.example');
});

test.each([
  ['another amount', { amount_total: 29_901 }],
  ['another currency', { currency: 'eur' }],
])('no visitor is redirected to pay %s than requested', async (_, change) => {
  const { shop, stripe, id } = await opened();
  stripe.sessions.set(id, { ...stripe.sessions.get(id)!, ...change });
  stripe.breaks('create', () => Response.json(stripe.sessions.get(id)));
  await expect(shop.payments.createCheckout(requestOf(shop))).rejects.toThrow('another checkout than requested');
});

test.each(['unpaid', 'no_payment_required'] as const)(
  'a session that says "%s" has no payment, whatever else it says',
  async (said) => {
    const { payments, stripe, id } = await opened();
    stripe.pay(id);
    stripe.sessions.get(id)!.payment_status = said;
    expect(await payments.fetch(id)).toMatchObject({ payments: [] });
  },
);

test('an open checkout is closed; closing a closed or a paid one returns its state', async () => {
  const { shop, payments, stripe, id } = await opened();
  const closed = { id, url: '', booking: 'b1', status: 'expired', payments: [] };
  expect(await payments.expire(id)).toEqual(closed);
  expect(await payments.expire(id)).toEqual(closed);
  const other = await payments.createCheckout(requestOf(shop, { key: 'checkout:b1:2' }));
  stripe.pay(other.id);
  expect(await payments.expire(other.id)).toMatchObject({ status: 'complete', payments: [{ amount: 29_900 }] });
  expect(stripe.of('expire').map(({ path }) => path)).toContain(`/v1/checkout/sessions/${id}/expire`);
});

test.each(['', '..', '../refunds', 'cs_test/1', '12-3f0e7ee8', 'a'.repeat(256), 'cs test'])(
  '"%s" names nothing of Stripe\'s, and is not asked for',
  async (id) => {
    const { payments, stripe } = await opened();
    await expect(payments.fetch(id)).rejects.toThrow(UnknownToProvider);
    await expect(payments.expire(id)).rejects.toThrow(UnknownToProvider);
    await expect(payments.fetchPayment(id)).rejects.toThrow(UnknownToProvider);
    expect(stripe.asked).toHaveLength(1);
  },
);

test.each([
  ['without a reference', { client_reference_id: null }],
  ['whose payer typed the reference of a booking of ours', { metadata: {} }],
  ['with fields of its own that have our names', { metadata: { booking: 'b2' } }],
  ['without fields of its own', { metadata: null }],
])("another shop's session %s is none of ours", async (_, change) => {
  const { payments, stripe, id } = await opened();
  stripe.sessions.set(id, { ...stripe.sessions.get(id)!, ...(change as object) });
  await expect(payments.fetch(id)).rejects.toThrow(UnknownToProvider);
});
