import { expect, test } from 'vitest';
import { WEBHOOK_SECRET, eventOf, openAdapter, openShop, signatureOf, useNetwork } from './shop.ts';

const network = useNetwork();

/** A paid checkout that the shop has not recorded yet. */
async function paid() {
  const shop = openShop(network);
  const ada = shop.visitor();
  const id = await ada.holds();
  await ada.pays();
  const status = async () => (await shop.state(id))?.status;
  const object = { ...shop.stripe.sessions.get(ada.checkout)!, payment_intent: 'pi_1' };
  return { ...shop, id, status, object, completed: { type: 'checkout.session.completed', object } };
}

test('a signed notice of a paid checkout confirms the booking', async () => {
  const { notify, completed, status } = await paid();
  expect(await notify(completed)).toBe(200);
  expect(await status()).toBe('confirmed');
});

test('a notice is accepted for 300 s on either side of now, and not a second longer', async () => {
  const { notify, completed, status, stripe } = await paid();
  stripe.asked.length = 0;
  expect(await notify(completed, { off: -301 })).toBe(400);
  expect(await notify(completed, { off: 301 })).toBe(400);
  expect(stripe.asked).toEqual([]);
  expect(await status()).toBe('held');
  expect(await notify(completed, { off: 300 })).toBe(200);
  expect(await notify({ ...completed, id: 'evt_other' }, { off: -300 })).toBe(200);
  expect(await status()).toBe('confirmed');
});

test('while the webhook’s secret is rotated, notices signed with either are accepted', async () => {
  const { clock } = openAdapter(network);
  const webhookSecrets = ['whsec_the_next_secret', WEBHOOK_SECRET] as const;
  const { payments } = openAdapter(network, { now: clock.now(), webhookSecrets });
  const object = { id: 'cs_test_a1', client_reference_id: 'b1' };
  const body = eventOf({ id: 'evt_1', type: 'checkout.session.completed', object });
  const parse = (secret: string) => {
    const headers = new Headers({ 'stripe-signature': signatureOf(body, clock, { secret }) });
    return payments.parseWebhook(new TextEncoder().encode(body), headers, clock.now());
  };
  for (const secret of webhookSecrets) expect(await parse(secret)).toEqual({ id: 'evt_1', checkout: 'cs_test_a1' });
  await expect(parse('whsec_another_secret')).rejects.toThrow('the signature is wrong');
});

test('a notice signed with another secret is refused, and logged without its content', async () => {
  const { notify, completed, status, lines, object } = await paid();
  expect(await notify(completed, { secret: 'whsec_another_secret' })).toBe(400);
  expect(await status()).toBe('held');
  expect(lines.join('')).toContain('the signature is wrong');
  expect(lines.join('')).not.toContain(object.id);
});

test.each([
  ['none', () => ''],
  ['no time', (good: string) => good.replace(/t=\d+,/, '')],
  ['another time', (good: string) => good.replace(/t=\d/, 't=2')],
  ['a time that is none', (good: string) => good.replace(/t=\d+/, 't=now')],
  ['no signature', (good: string) => good.replace(/,v1=.*/, '')],
  ['only a signature of an older kind', (good: string) => good.replace('v1=', 'v0=')],
])('a signature header with %s is refused', async (_, spoil) => {
  const { post, completed, clock, status } = await paid();
  const body = eventOf(completed);
  const now = Math.floor(clock.now() / 1000);
  const header = spoil(signatureOf(body, clock)).replace('t=2', `t=${now === 2 ? 3 : 2}`);
  expect(await post(body, header)).toBe(400);
  expect(await status()).toBe('held');
});

test('the same event twice is handled once', async () => {
  const { notify, completed, stripe, status } = await paid();
  expect(await notify({ ...completed, id: 'evt_same' })).toBe(200);
  const asked = stripe.asked.length;
  expect(await notify({ ...completed, id: 'evt_same' })).toBe(200);
  expect(stripe.asked).toHaveLength(asked);
  expect(await status()).toBe('confirmed');
});

test('a notice’s content about the payment is not trusted: Stripe is queried', async () => {
  const { notify, completed, stripe, object, status } = await paid();
  Object.assign(stripe.sessions.get(object.id)!, { status: 'open', payment_status: 'unpaid', payment_intent: null });
  expect(await notify(completed)).toBe(200);
  expect(await status()).toBe('held');
});

test.each([
  ['of a kind that is not ours', { type: 'customer.created', object: { id: 'cus_1', object: 'customer' } }],
  ['without an id in it', { type: 'balance.available', object: { object: 'balance' } }],
  ['about a new refund', { type: 'refund.created', object: { id: 're_1', object: 'refund' } }],
  [
    "about another shop's checkout",
    {
      type: 'checkout.session.completed',
      object: { id: 'cs_test_x', object: 'checkout.session', client_reference_id: null },
    },
  ],
])('an event %s is acknowledged without a query', async (_, event) => {
  const { notify, stripe } = await paid();
  stripe.asked.length = 0;
  expect(await notify(event)).toBe(200);
  expect(stripe.asked).toEqual([]);
});
