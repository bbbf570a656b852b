import { randomUUIDv7 } from 'node:crypto';
import { z } from 'zod';
import type { DisputeState } from '#shared/booking/dispute.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import * as books from '#db/queries/sandbox.ts';
import type { GuardedWrite } from '#db/change.ts';
import type { Store } from '#db/store.ts';
import type { Clock } from '../../process/clock.ts';
import type { Secrets } from '../../process/secrets.ts';
import {
  type Checkout,
  type CheckoutRequest,
  type FoundPayment,
  NoSuchCheckout,
  NoSuchPayment,
  type PaymentProvider,
  ProviderError,
  type RefundRequest,
  type WebhookNotice,
} from './port.ts';
import { WebhookRejected, parseJson, verifySignature } from '../signed-notices.ts';
import {
  type SandboxCheckout,
  type SandboxPayment,
  checkoutOfPayment,
  fromStored,
  paymentId,
  refundableCents,
  refundedCents,
  reportDispute,
  toStored,
  withPayment,
} from './sandbox-books.ts';
import { EVIDENCE_MS, LANDS_AFTER_MS, type WayToPay, failingRefundsOf } from './sandbox-choices.ts';

const notice = z.union([
  z.object({ id: z.string(), checkout: z.string() }),
  z.object({ id: z.string(), payment: z.string() }),
]);

export interface PaymentView {
  readonly id: string;
  readonly amount: number;
  readonly refunded: number;
  readonly dispute: DisputeState | null;
}

export interface CheckoutView extends Omit<SandboxCheckout, 'payments'> {
  readonly isLate: boolean;
  readonly payments: readonly PaymentView[];
}

export interface SandboxParts {
  readonly store: Pick<Store, 'db' | 'write'>;
  readonly clock: Clock;
  readonly webhookSecrets: Secrets;
}

/** A payment provider on this machine that moves no money. */
export class SandboxPayments implements PaymentProvider {
  readonly name = 'sandbox';
  readonly takesRealMoney = false;
  readonly payOrigin = null;
  readonly #store: SandboxParts['store'];
  readonly #db: Store['db'];
  readonly #clock: Clock;
  readonly #secrets: Secrets;
  readonly #listeners = new Set<() => void>();

  constructor({ store, clock, webhookSecrets }: SandboxParts) {
    this.#store = store;
    this.#db = store.db;
    this.#clock = clock;
    this.#secrets = webhookSecrets;
  }

  async createCheckout(request: CheckoutRequest): Promise<Checkout> {
    const { key, booking, amount, currency, description, expiresAt, returnUrl, cancelUrl } = request;
    const asked = { key, booking, amount, currency, description, expiresAt, returnUrl, cancelUrl };
    const unpaid = { status: 'open', paysLate: 0, settlesAt: null, payments: [] } as const;
    const opened = { id: randomUUIDv7(), ...asked, ...unpaid };
    try {
      await this.#store.write([books.addCheckout(this.#db, toStored(opened))]);
      return this.#answer(opened);
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
    }
    const known = fromStored(await books.checkoutByKey(this.#db, key));
    if (known.booking !== booking || known.amount !== amount)
      throw new ProviderError('this idempotency key was used for another checkout');
    return this.#answer(known);
  }

  #replace(before: SandboxCheckout, after: SandboxCheckout): GuardedWrite {
    return books.replaceCheckout(this.#db, toStored(before), toStored(after));
  }

  /** Retries a check and its write if the checkout was changed in between. */
  async #repeated<Result>(attempt: () => Promise<Result>): Promise<Result> {
    for (;;)
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof Rejected) || error.refusal !== 'already-settled') throw error;
      }
  }

  async fetch(id: string): Promise<Checkout> {
    await this.settle();
    return this.#answer(await this.#find(id));
  }

  async expire(id: string): Promise<Checkout> {
    await this.settle();
    return this.#repeated(async () => {
      const checkout = await this.#find(id);
      const { status, paysLate: after } = checkout;
      if (status === 'open') {
        const settlesAt = after > 0 ? this.#clock.now() + after : null;
        await this.#store.write([this.#replace(checkout, { ...checkout, status: 'expired', settlesAt })]);
        if (after > 0) this.#notifyListeners();
      }
      return this.#answer(await this.#find(id));
    });
  }

  refund({ idempotencyKey: key, payment: id, amount }: RefundRequest): Promise<{ id: string }> {
    return this.#repeated(async () => {
      const { checkout, payment } = await this.#findPayment(id);
      const earlier = payment.refunds.find((each) => each.key === key);
      if (earlier) {
        if (earlier.amount !== amount) throw new ProviderError('this idempotency key was used for another refund');
        return { id: earlier.id };
      }
      if (payment.failingRefunds > 0) {
        const failed = { ...payment, failingRefunds: payment.failingRefunds - 1 };
        await this.#store.write([this.#replace(checkout, withPayment(checkout, failed))]);
        throw new ProviderError('the bank did not respond (as chosen on the pay page)');
      }
      const refund = randomUUIDv7();
      if (!(await this.#refund(id, { id: refund, key, amount })))
        throw new ProviderError('the refund exceeds the rest of the payment, or the payment is disputed');
      return { id: refund };
    });
  }

  async fetchPayment(id: string): Promise<FoundPayment> {
    const { checkout, payment } = await this.#findPayment(id);
    return {
      payment: id,
      booking: checkout.booking,
      refunds: payment.refunds.map(({ id: refund, amount, key }) => ({ refund, amount, key, failure: null })),
      disputes: payment.dispute ? [reportDispute(payment.dispute)] : [],
    };
  }

  /** False if less is left. */
  refundByHand(id: string, amount: number): Promise<boolean> {
    return this.#repeated(async () => {
      if (!(await this.#refund(id, { id: randomUUIDv7(), key: null, amount }))) return false;
      await this.#store.write([this.#noticeOf(checkoutOfPayment(id), id)]);
      this.#notifyListeners();
      return true;
    });
  }

  async dispute(id: string, state: DisputeState): Promise<void> {
    await this.#repeated(async () => {
      const { checkout, payment } = await this.#findPayment(id);
      const amount = payment.amount - refundedCents(payment);
      const { dispute: known } = payment;
      if (!known && (state !== 'needs-response' || amount <= 0)) return;
      const opened = known ?? { id: randomUUIDv7(), amount, dueAt: this.#clock.now() + EVIDENCE_MS };
      const disputed = withPayment(checkout, { ...payment, dispute: { ...opened, state } });
      await this.#store.write([this.#replace(checkout, disputed), this.#noticeOf(checkout.id, id)]);
      this.#notifyListeners();
    });
  }

  async parseWebhook(rawBody: Uint8Array, headers: Headers, now: number): Promise<WebhookNotice> {
    const id = verifySignature(rawBody, headers, this.#secrets, now);
    const { data } = notice.safeParse(parseJson(rawBody));
    if (data?.id !== id) throw new WebhookRejected('the notice is malformed');
    return data;
  }

  async look(id: string): Promise<CheckoutView | null> {
    await this.settle();
    const stored = await books.checkoutById(this.#db, id);
    if (!stored) return null;
    const checkout = fromStored(stored);
    const payments = checkout.payments.map((payment) => ({
      id: payment.id,
      amount: payment.amount,
      refunded: refundedCents(payment),
      dispute: payment.dispute?.state ?? null,
    }));
    return { ...checkout, status: this.#statusOf(checkout), isLate: checkout.paysLate > 0, payments };
  }

  /** Resolves with whether the payment was made, now or before. */
  async pay(id: string, way: WayToPay): Promise<boolean> {
    await this.settle();
    return this.#repeated(async () => {
      const stored = await books.checkoutById(this.#db, id);
      if (!stored) return false;
      const checkout = fromStored(stored);
      const status = this.#statusOf(checkout);
      if (status !== 'open' || checkout.paysLate > 0) return status === 'complete';
      if (way === 'late' || way === 'later') {
        await this.#store.write([this.#replace(checkout, { ...checkout, paysLate: LANDS_AFTER_MS[way] })]);
        return false;
      }
      await this.#capture(checkout, way.startsWith('twice') ? 2 : 1, failingRefundsOf(way));
      return true;
    });
  }

  async settle(): Promise<void> {
    await this.#repeated(async () => {
      const now = this.#clock.now();
      for (const checkout of (await books.settlingCheckouts(this.#db)).map(fromStored))
        if ((checkout.settlesAt ?? 0) <= now) await this.#capture(checkout, 1, 0);
    });
  }

  onWork(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #capture(checkout: SandboxCheckout, times: number, failingRefunds: number): Promise<void> {
    const { id, amount, currency } = checkout;
    const unrefunded = { amount, currency, failingRefunds, refunds: [], dispute: null };
    const payments = Array.from({ length: times }, (_, index) => ({ id: paymentId(id, index), ...unrefunded }));
    await this.#store.write([
      this.#replace(checkout, { ...checkout, status: 'complete', settlesAt: null, payments }),
      ...payments.map(() => this.#noticeOf(id)),
    ]);
    this.#notifyListeners();
  }

  /** False if less than its amount is left undisputed. */
  async #refund(id: string, refund: SandboxPayment['refunds'][number]): Promise<boolean> {
    const { checkout, payment } = await this.#findPayment(id);
    const { amount } = refund;
    if (!Number.isSafeInteger(amount) || amount <= 0 || amount > refundableCents(payment)) return false;
    const refunded = { ...payment, refunds: [...payment.refunds, refund] };
    await this.#store.write([this.#replace(checkout, withPayment(checkout, refunded))]);
    return true;
  }

  #noticeOf(checkout: string, payment: string | null = null): GuardedWrite {
    const due_at = this.#clock.now();
    return books.addNotice(this.#db, { id: randomUUIDv7(), checkout, payment, due_at, failures: 0 });
  }

  async #findPayment(id: string): Promise<{ checkout: SandboxCheckout; payment: SandboxPayment }> {
    const stored = await books.checkoutById(this.#db, checkoutOfPayment(id));
    const checkout = stored && fromStored(stored);
    const payment = checkout?.payments.find((each) => each.id === id);
    if (!checkout || !payment) throw new NoSuchPayment();
    return { checkout, payment };
  }

  async #find(id: string): Promise<SandboxCheckout> {
    const stored = await books.checkoutById(this.#db, id);
    if (!stored) throw new NoSuchCheckout();
    return fromStored(stored);
  }

  #statusOf({ status, expiresAt: end }: SandboxCheckout): Checkout['status'] {
    return status === 'open' && this.#clock.now() >= end ? 'expired' : status;
  }

  #answer(checkout: SandboxCheckout): Checkout {
    const { id, booking } = checkout;
    const payments = checkout.payments.map((each) => ({ id: each.id, amount: each.amount, currency: each.currency }));
    return { id, url: `/dev/pay/${id}`, booking, status: this.#statusOf(checkout), payments };
  }

  #notifyListeners(): void {
    for (const listener of this.#listeners) listener();
  }
}
