import { randomUUIDv7 } from 'node:crypto';
import { z } from 'zod';
import { Rejected } from '#shared/calls/refusals.ts';
import * as books from '#db/queries/sandbox.ts';
import type { Store } from '#db/store.ts';
import type { Clock } from '../../process/clock.ts';
import type { Secrets } from '../../process/secrets.ts';
import {
  type Checkout,
  type CheckoutRequest,
  type FoundPayment,
  UnknownToProvider,
  type PaymentProvider,
  ProviderError,
  type RefundRequest,
  type WebhookNotice,
} from './port.ts';
import { WebhookRejected, parseJson, verifySignature } from '../signed-notices.ts';
import {
  LANDS_AFTER_MS,
  type SandboxCheckout,
  type SandboxPayment,
  type WayToPay,
  checkoutOfPayment,
  fromStored,
  paidCheckout,
  refundedPayment,
  toStored,
  withStatus,
} from './sandbox-books.ts';

const notice = z.object({ id: z.string(), checkout: z.string() });

export interface SandboxParts {
  readonly store: Pick<Store, 'db' | 'write'>;
  readonly clock: Clock;
  readonly webhookSecrets: Secrets;
}

interface Decision<Result> {
  readonly result: Result;
  /** Stored, unless it is missing. */
  readonly next?: SandboxCheckout | null;
  /** How many notices tell the site. */
  readonly notices?: number;
}

/** A payment provider on this machine that moves no money. */
export class SandboxPayments implements PaymentProvider {
  readonly name = 'sandbox';
  readonly takesRealMoney = false;
  readonly payOrigin = null;
  readonly #parts: SandboxParts;
  readonly #listeners = new Set<() => void>();

  constructor(parts: SandboxParts) {
    this.#parts = parts;
  }

  async createCheckout(request: CheckoutRequest): Promise<Checkout> {
    const { store } = this.#parts;
    const { email: _, ...asked } = request;
    const unpaid = { status: 'open', paysLate: 0, settlesAt: null, payments: [] } as const;
    const opened = { id: randomUUIDv7(), ...asked, ...unpaid };
    try {
      await store.write([books.addCheckout(store.db, toStored(opened))]);
      return answer(opened);
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
    }
    const known = fromStored(await books.checkoutByKey(store.db, request.key));
    if (known.booking !== request.booking || known.amount !== request.amount)
      throw new ProviderError('this idempotency key was used for another checkout');
    return answer(withStatus(known, this.#parts.clock.now()));
  }

  async fetch(id: string): Promise<Checkout> {
    const checkout = await this.look(id);
    if (!checkout) throw new UnknownToProvider('checkout');
    return answer(checkout);
  }

  async expire(id: string): Promise<Checkout> {
    await this.settle();
    await this.#change(id, (checkout) => {
      const { status, paysLate } = checkout;
      const settlesAt = paysLate > 0 ? this.#parts.clock.now() + paysLate : null;
      return { result: null, next: status === 'open' ? { ...checkout, status: 'expired', settlesAt } : null };
    });
    return this.fetch(id);
  }

  async refund({ idempotencyKey: key, payment, amount }: RefundRequest): Promise<{ id: string }> {
    const decide = (checkout: SandboxCheckout): Decision<{ id: string; failure?: string }> => {
      const found = paymentIn(checkout, payment);
      const earlier = found.refunds.find((each) => each.key === key);
      if (earlier && earlier.amount !== amount)
        throw new ProviderError('this idempotency key was used for another refund');
      if (earlier) return { result: earlier };
      if (found.nextRefundFails) {
        const failure = 'the bank did not respond (as chosen on the pay page)';
        return { result: { id: '', failure }, next: withPayment(checkout, { ...found, nextRefundFails: false }) };
      }
      const refund = { id: randomUUIDv7(), key, amount };
      const next = refundedPayment(found, refund);
      if (!next) throw new ProviderError('the refund exceeds the rest of the payment');
      return { result: refund, next: withPayment(checkout, next) };
    };
    const { id, failure } = await this.#change(checkoutOfPayment(payment), decide);
    if (failure !== undefined) throw new ProviderError(failure);
    return { id };
  }

  async fetchPayment(payment: string): Promise<FoundPayment> {
    const checkout = await this.look(checkoutOfPayment(payment));
    const { refunds } = paymentIn(checkout, payment);
    return {
      payment,
      booking: checkout?.booking ?? null,
      refunds: refunds.map(({ id: refund, amount, key }) => ({ refund, amount, key, failure: null })),
      disputes: [],
    };
  }

  async parseWebhook(rawBody: Uint8Array, headers: Headers, now: number): Promise<WebhookNotice> {
    const id = verifySignature(rawBody, headers, this.#parts.webhookSecrets, now);
    const { data } = notice.safeParse(parseJson(rawBody));
    if (data?.id !== id) throw new WebhookRejected('the notice is malformed');
    return data;
  }

  async look(id: string): Promise<SandboxCheckout | null> {
    await this.settle();
    const stored = await books.checkoutById(this.#parts.store.db, id);
    return stored ? withStatus(fromStored(stored), this.#parts.clock.now()) : null;
  }

  /** Resolves with whether the payment was made, now or before. */
  async pay(id: string, way: WayToPay): Promise<boolean> {
    await this.settle();
    return this.#change(id, (checkout) => {
      const { status } = withStatus(checkout, this.#parts.clock.now());
      if (status !== 'open' || checkout.paysLate > 0) return { result: status === 'complete' };
      if (way === 'late' || way === 'later')
        return { result: false, next: { ...checkout, paysLate: LANDS_AFTER_MS[way] } };
      const next = paidCheckout(checkout, way);
      return { result: true, next, notices: next.payments.length };
    });
  }

  /** Completes late payments that are due. */
  async settle(): Promise<void> {
    const now = this.#parts.clock.now();
    for (const { id, settles_at: at } of await books.settlingCheckouts(this.#parts.store.db)) {
      if (at === null || at > now) continue;
      await this.#change(id, (checkout) =>
        checkout.settlesAt === null
          ? { result: null }
          : { result: null, next: paidCheckout(checkout, 'pay'), notices: 1 },
      );
    }
  }

  onWork(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Decides again if another request or machine has changed the checkout meanwhile. Throws `UnknownToProvider`. */
  async #change<Result>(id: string, decide: (checkout: SandboxCheckout) => Decision<Result>): Promise<Result> {
    const { store, clock } = this.#parts;
    for (;;) {
      const stored = await books.checkoutById(store.db, id);
      if (!stored) throw new UnknownToProvider('checkout');
      const { result, next, notices = 0 } = decide(fromStored(stored));
      if (!next) return result;
      const due = { checkout: id, due_at: clock.now(), failures: 0 };
      const writes = Array.from({ length: notices }, () => books.addNotice(store.db, { id: randomUUIDv7(), ...due }));
      try {
        await store.write([books.replaceCheckout(store.db, stored, toStored(next)), ...writes]);
      } catch (error) {
        if (error instanceof Rejected && error.refusal === 'already-settled') continue;
        throw error;
      }
      for (const listener of this.#listeners) listener();
      return result;
    }
  }
}

/** Throws `UnknownToProvider`. */
function paymentIn(checkout: SandboxCheckout | null, id: string): SandboxPayment {
  const payment = checkout?.payments.find((each) => each.id === id);
  if (!payment) throw new UnknownToProvider('payment');
  return payment;
}

function withPayment(checkout: SandboxCheckout, payment: SandboxPayment): SandboxCheckout {
  return { ...checkout, payments: checkout.payments.map((each) => (each.id === payment.id ? payment : each)) };
}

function answer({ id, booking, status, payments }: SandboxCheckout): Checkout {
  const known = payments.map((each) => ({ id: each.id, amount: each.amount, currency: each.currency }));
  return { id, url: `/dev/pay/${id}`, booking, status, payments: known };
}
