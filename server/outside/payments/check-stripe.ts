import type { Stripe } from 'stripe';
import { CHECK_TIMEOUT_MS, type Finding, findingsOf } from '../../process/finding.ts';
import { isStripeError } from './stripe-errors.ts';
import { NEEDED_EVENTS } from './stripe-notices.ts';

const CHECKOUT_CENTS = 50;

const key = findingsOf('Stripe key');
const webhook = findingsOf('Stripe webhook');

interface CheckedStripe {
  readonly secretKey: string;
  readonly isLive: boolean;
  readonly publicUrl: string;
}

export async function checkStripe({ secretKey, isLive, publicUrl }: CheckedStripe): Promise<Finding[]> {
  const sdk = await import('stripe');
  const stripe = new sdk.Stripe(secretKey, { timeout: CHECK_TIMEOUT_MS, maxNetworkRetries: 1, telemetry: false });
  const keyFinding = await checkKey(stripe, publicUrl, isLive).catch((error: unknown) => key.failed(reasonOf(error)));
  if (keyFinding.state === 'failed') return [keyFinding];
  return [keyFinding, await checkEndpoint(stripe, publicUrl).catch(unreadableEndpoint)];
}

async function checkKey(stripe: Stripe, publicUrl: string, isLive: boolean): Promise<Finding> {
  const checkout = await stripe.checkout.sessions.create({
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: CHECKOUT_CENTS, product_data: { name: 'Check of the key' } },
      },
    ],
    success_url: publicUrl,
  });
  await stripe.checkout.sessions.expire(checkout.id);
  await stripe.refunds.list({ limit: 1 });
  await stripe.paymentIntents.list({ limit: 1 });
  await stripe.disputes.list({ limit: 1 });
  const mode = isLive ? 'live' : 'a test key: no real money';
  return key.ok(`${mode}; opened and closed a checkout, read payments, refunds and disputes`);
}

async function checkEndpoint(stripe: Stripe, publicUrl: string): Promise<Finding> {
  const url = `${publicUrl}/webhooks/stripe`;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const endpoint = data.find((each) => each.url === url);
  const where = `in Stripe's dashboard, under Developers, Webhooks`;
  if (!endpoint) return webhook.failed(`No endpoint for ${url}. Add one ${where}, with: ${NEEDED_EVENTS.join(', ')}.`);
  if (endpoint.status !== 'enabled') return webhook.failed(`The endpoint for ${url} is disabled. Enable it ${where}.`);
  const events = new Set<string>(endpoint.enabled_events);
  const missing = events.has('*') ? [] : NEEDED_EVENTS.filter((event) => !events.has(event));
  if (missing.length > 0)
    return webhook.failed(`The endpoint for ${url} is missing events. Add ${where}: ${missing.join(', ')}.`);
  return webhook.ok(`${url} gets all events. Stripe doesn't show the signing secret: send a test event to prove it`);
}

function unreadableEndpoint(error: unknown): Finding {
  const isForbidden = isStripeError(error) && error.statusCode === 403;
  if (!isForbidden) return webhook.failed(reasonOf(error));
  return webhook.warning('Not checked: this restricted key may not read webhook endpoints. Give it that permission.');
}

function reasonOf(error: unknown): string {
  if (!isStripeError(error)) throw error;
  const { statusCode, code, type } = error;
  if (statusCode === 401) return 'Stripe rejects the key. Copy STRIPE_SECRET_KEY again, from Developers, API keys.';
  if (statusCode === 403)
    return 'The restricted key lacks a permission. It needs to write Checkout Sessions and Refunds, and to read PaymentIntents and Disputes.';
  if (statusCode === undefined) return 'No response from Stripe. Check that this machine reaches api.stripe.com.';
  return `Stripe answered ${statusCode} (${code ?? type}). Look at Developers, Logs in Stripe's dashboard.`;
}
