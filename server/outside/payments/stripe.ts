import { referenceOf } from '#shared/booking/reference.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { Clock } from '../../process/clock.ts';
import type { Secrets } from '../../process/secrets.ts';
import {
  CallPostponed,
  type Checkout,
  type CheckoutRequest,
  type FoundPayment,
  UnknownToProvider,
  type PaymentProvider,
  ProviderError,
  ProviderUnreachable,
  type RefundRequest,
  type WebhookNotice,
} from './port.ts';
import { WITH_PAYMENT, checkoutOf, failureOf, paymentOf, readRefund, readSession } from './stripe-answers.ts';
import { isMissing, isRefusedEmail, isSpentKey, isStripeError, providerError } from './stripe-errors.ts';
import { checkTime, noticeOf } from './stripe-notices.ts';
import { TOLERANCE_SECONDS, WebhookRejected } from '../signed-notices.ts';

/** Of a call with its retries. */
const TIMEOUT_MS = 5000;
const RETRIES = 1;

/** A call that the end of the process cut off is due again after this. */
const AFTER_STOP_MS = 10_000;

/** Longer than the hold: Stripe requires 30 minutes, and its clock may differ. */
const OPEN_AFTER_HOLD_SECONDS = 32 * 60;

const MOST_LISTED = 100;

const STRIPE_ID = /^\w{1,255}$/;

type SessionParams = Stripe.Checkout.SessionCreateParams;

export interface StripeParts {
  readonly secretKey: string;
  readonly webhookSecrets: Secrets;
  readonly isLive: boolean;
  readonly clock: Pick<Clock, 'now'>;
  /** Ends running calls, and refuses later ones. */
  readonly stopping: AbortSignal;
  readonly timeoutMs?: number;
  readonly retries?: number;
}

export class StripePayments implements PaymentProvider {
  readonly name = 'stripe';
  readonly payOrigin = 'https://checkout.stripe.com';
  readonly takesRealMoney: boolean;
  readonly #parts: StripeParts;
  /** Passed to each request of a call, because the SDK does not do that. */
  readonly #signal = new AsyncLocalStorage<AbortSignal>();
  /** By idempotency key: Stripe refuses a key while a call with it runs. */
  readonly #opening = new Map<string, Promise<Checkout>>();
  #loading: Promise<Stripe> | null = null;

  constructor(parts: StripeParts) {
    this.#parts = parts;
    this.takesRealMoney = parts.isLive;
  }

  createCheckout(request: CheckoutRequest): Promise<Checkout> {
    const { key } = request;
    const opening = this.#opening.get(key) ?? this.#open(request).finally(() => this.#opening.delete(key));
    this.#opening.set(key, opening);
    return opening;
  }

  #open(request: CheckoutRequest): Promise<Checkout> {
    return this.#ask(async (stripe) => {
      const open = async (params: SessionParams, idempotencyKey: string) =>
        readSession(await stripe.checkout.sessions.create(params, { idempotencyKey }));
      const params = sessionParams(request);
      const session = await open(params, request.key).catch((error: unknown) => {
        const { customer_email: email, ...rest } = params;
        // Stripe has refused the address, and asks the visitor for one.
        if (email !== undefined && isRefusedEmail(error)) return open(rest, `${request.key}:${digest(rest)}`);
        // The form was corrected after a lost response, or Stripe repeats an old failure. No visitor has the first address.
        if (isSpentKey(error)) return open(params, `${request.key}:${digest(params)}`);
        throw error;
      });
      if (session.amount_total !== request.amount || session.currency !== request.currency || session.url === null) {
        throw new ProviderError('Stripe opened another checkout than requested');
      }
      return checkoutOf(session);
    });
  }

  async fetch(id: string): Promise<Checkout> {
    return this.#askFor('checkout', id, async (stripe) => checkoutOf(await retrieve(stripe, id)));
  }

  async expire(id: string): Promise<Checkout> {
    return this.#askFor('checkout', id, async (stripe) => {
      try {
        return checkoutOf(readSession(await stripe.checkout.sessions.expire(id, WITH_PAYMENT)));
      } catch (error) {
        if (!isStripeError(error) || error.statusCode !== 400) throw error;
        const checkout = checkoutOf(await retrieve(stripe, id));
        if (checkout.status === 'open') throw error;
        return checkout;
      }
    });
  }

  /** Stripe forgets idempotency keys after a day: only `fetchPayment` says whether a refund was made. */
  async refund({ key, idempotencyKey, payment, amount }: RefundRequest): Promise<{ id: string }> {
    return this.#ask(async (stripe) => {
      const params = { payment_intent: payment, amount, metadata: { key } };
      const refund = readRefund(await stripe.refunds.create(params, { idempotencyKey }));
      const failure = failureOf(refund);
      if (failure !== null) throw new ProviderError(failure);
      return { id: refund.id };
    });
  }

  async fetchPayment(id: string): Promise<FoundPayment> {
    return this.#askFor('payment', id, async (stripe) => {
      const ofPayment = { payment_intent: id, limit: MOST_LISTED };
      const [intent, refunds, disputes] = await Promise.all([
        stripe.paymentIntents.retrieve(id),
        stripe.refunds.list(ofPayment),
        stripe.disputes.list(ofPayment),
      ]);
      return paymentOf(intent, refunds, disputes);
    });
  }

  async parseWebhook(rawBody: Uint8Array, headers: Headers, now: number): Promise<WebhookNotice> {
    const header = headers.get('stripe-signature') ?? '';
    const { webhooks } = await this.#stripe();
    checkTime(header, now);
    for (const secret of this.#parts.webhookSecrets) {
      let event: unknown;
      try {
        event = webhooks.constructEvent(rawBody, header, secret, TOLERANCE_SECONDS, undefined, now);
      } catch {
        continue;
      }
      return noticeOf(event, this.takesRealMoney);
    }
    throw new WebhookRejected('the signature is wrong');
  }

  #stripe(): Promise<Stripe> {
    const { secretKey, timeoutMs: timeout = TIMEOUT_MS, retries: maxNetworkRetries = RETRIES } = this.#parts;
    this.#loading ??= import('stripe').then(({ Stripe }) => {
      // The SDK's other HTTP client restarts its timeout with every byte received.
      const httpClient = Stripe.createFetchHttpClient((input: URL | RequestInfo, init?: RequestInit) => {
        const signals = [init?.signal, this.#signal.getStore()].filter((signal) => signal instanceof AbortSignal);
        return fetch(input, { ...init, signal: AbortSignal.any(signals) });
      });
      return new Stripe(secretKey, { httpClient, timeout, maxNetworkRetries, telemetry: false });
    });
    return this.#loading;
  }

  /** Ends at the timeout even during a pause of the SDK between retries. */
  async #ask<Answer>(call: (stripe: Stripe) => Promise<Answer>): Promise<Answer> {
    const { clock, stopping, timeoutMs = TIMEOUT_MS } = this.#parts;
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);
    const { promise: ended, reject } = Promise.withResolvers<never>();
    const end = () => {
      if (stopping.aborted) reject(new CallPostponed('the process stops', AFTER_STOP_MS));
      else reject(new ProviderUnreachable(`Stripe did not respond within ${timeoutMs} ms`));
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
    try {
      const answer = this.#signal.run(signal, async () => call(await this.#stripe()));
      return await Promise.race([ended, answer]);
    } catch (error) {
      throw providerError(error, clock.now());
    }
  }

  #askFor<Answer>(what: 'checkout' | 'payment', id: string, call: (stripe: Stripe) => Promise<Answer>) {
    return this.#ask(async (stripe) => {
      if (!STRIPE_ID.test(id)) throw new UnknownToProvider(what);
      return call(stripe).catch((error: unknown) => {
        throw isMissing(error) ? new UnknownToProvider(what) : error;
      });
    });
  }
}

async function retrieve(stripe: Stripe, id: string) {
  return readSession(await stripe.checkout.sessions.retrieve(id, WITH_PAYMENT));
}

/** From the request alone, so that a retry is identical. */
function sessionParams(request: CheckoutRequest): SessionParams {
  const { booking, amount, currency, description, email, expiresAt, returnUrl, cancelUrl } = request;
  return {
    ...WITH_PAYMENT,
    mode: 'payment',
    // Other payment methods may take days, and fail in the end.
    allowed_payment_method_types: ['card'],
    // Otherwise, visitors from abroad are offered another currency.
    adaptive_pricing: { enabled: false },
    line_items: [{ quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name: description } } }],
    client_reference_id: booking,
    customer_email: email,
    metadata: { booking },
    payment_intent_data: {
      description,
      // On the card statement, after the business's name.
      statement_descriptor_suffix: referenceOf(booking),
      metadata: { booking },
    },
    expires_at: Math.ceil(expiresAt / 1000) + OPEN_AFTER_HOLD_SECONDS,
    success_url: `${returnUrl}?checkout={CHECKOUT_SESSION_ID}`,
    cancel_url: cancelUrl,
  };
}

function digest(params: SessionParams): string {
  return createHash('sha256').update(JSON.stringify(params)).digest('base64url').slice(0, 22);
}
