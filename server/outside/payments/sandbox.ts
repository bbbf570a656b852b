import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import PQueue from 'p-queue';
import { z } from 'zod';
import type { DisputeState } from '#shared/booking/dispute.ts';
import * as books from '#db/queries/payments/sandbox.ts';
import type { SandboxCheckout, SandboxPayment } from '#db/queries/payments/sandbox.ts';
import type { Store } from '#db/store.ts';
import type { Clock } from '../../process/clock.ts';
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
import { EVIDENCE_MS, LANDS_AFTER_MS, type WayToPay, failingRefundsOf, reportDispute } from './sandbox-choices.ts';

const notice = z.union([
  z.object({ id: z.string(), checkout: z.string() }),
  z.object({ id: z.string(), payment: z.string() }),
]);

/** Keys of refunds made by hand on the page of a paid checkout. */
const BY_HAND = 'by-hand:';

/** A payment for the sandbox's page. Amounts are integer cents. */
export interface PaymentOnShow {
  readonly id: string;
  readonly amount: number;
  readonly refunded: number;
  /** The state of its dispute; null for none. */
  readonly dispute: DisputeState | null;
}

export interface CheckoutOnShow extends SandboxCheckout {
  readonly isLate: boolean;
  readonly payments: readonly PaymentOnShow[];
}

export interface SandboxParts {
  readonly store: Pick<Store, 'db' | 'write'>;
  readonly clock: Clock;
  readonly webhookSecret: string;
}

/** A payment provider on this machine that moves no money. It keeps its own tables and notifies the shop by signed webhook. */
export class SandboxPayments implements PaymentProvider {
  readonly name = 'sandbox';
  readonly takesRealMoney = false;
  readonly payOrigin = null;
  readonly #store: SandboxParts['store'];
  readonly #db: Store['db'];
  readonly #clock: Clock;
  readonly #secret: string;
  readonly #listeners = new Set<() => void>();
  /** What checks before it writes runs one at a time. */
  readonly #oneAtATime = new PQueue({ concurrency: 1 });
  readonly #unstored: SandboxCheckout[] = [];
  #storing: Promise<void> | null = null;

  constructor({ store, clock, webhookSecret }: SandboxParts) {
    this.#store = store;
    this.#db = store.db;
    this.#clock = clock;
    this.#secret = webhookSecret;
  }

  /** Any text may be an id: the database decides. */
  isId(): boolean {
    return true;
  }

  async createCheckout(request: CheckoutRequest): Promise<Checkout> {
    const { key, booking, amount, currency, description, expiresAt, returnUrl, cancelUrl } = request;
    const asked = { key, booking, amount, currency, description, expires_at: expiresAt };
    const urls = { return_url: returnUrl, cancel_url: cancelUrl };
    const unpaid = { status: 'open', pays_late: 0, settles_at: null } as const;
    await this.#storeCheckout({ id: randomUUIDv7(), ...asked, ...urls, ...unpaid });
    const checkout = await books.checkoutByKey(this.#db, key);
    if (checkout.booking !== booking || checkout.amount !== amount) {
      throw new ProviderError('this key opened a checkout for something else');
    }
    return this.#answer(checkout);
  }

  /** Checkouts of one turn of the event loop share a transaction. */
  async #storeCheckout(checkout: SandboxCheckout): Promise<void> {
    this.#unstored.push(checkout);
    this.#storing ??= nextTurn().then(() => {
      this.#storing = null;
      return this.#store.write(this.#unstored.splice(0).map((each) => books.openCheckout(this.#db, each)));
    });
    await this.#storing;
  }

  async fetch(id: string): Promise<Checkout> {
    await this.settle();
    return this.#answer(await this.#find(id));
  }

  async expire(id: string): Promise<Checkout> {
    await this.settle();
    return this.#oneAtATime.add(async () => {
      const { status, pays_late: after } = await this.#find(id);
      if (status === 'open') {
        const settles_at = after > 0 ? this.#clock.now() + after : null;
        await this.#store.write([books.changeCheckout(this.#db, id, { status: 'expired', settles_at })]);
        if (after > 0) this.#tell();
      }
      return this.#answer(await this.#find(id));
    });
  }

  refund({ idempotencyKey: key, payment: id, amount }: RefundRequest): Promise<{ id: string }> {
    return this.#oneAtATime.add(async () => {
      const earlier = await books.refundByKey(this.#db, key);
      if (earlier) {
        if (earlier.payment !== id || earlier.amount !== amount)
          throw new ProviderError('this key made another refund');
        return { id: earlier.id };
      }
      const payment = await books.paymentById(this.#db, id);
      if (!payment) throw new NoSuchPayment();
      if (payment.failing_refunds > 0) {
        await this.#store.write([books.countFailedRefund(this.#db, id)]);
        throw new ProviderError('the bank did not answer (as asked for on the pay page)');
      }
      const refund = await this.#refund(payment, key, amount);
      if (refund === null)
        throw new ProviderError('the refund is more than what is left of the payment, or it is disputed');
      return { id: refund };
    });
  }

  async fetchPayment(id: string): Promise<FoundPayment> {
    const payment = await books.paymentById(this.#db, id);
    if (!payment) throw new NoSuchPayment();
    const dispute = await books.disputeOf(this.#db, id);
    return {
      payment: id,
      booking: (await this.#find(payment.checkout)).booking,
      refunds: (await books.refundsOf(this.#db, id)).map((each) => ({
        refund: each.id,
        amount: each.amount,
        key: each.key.startsWith(BY_HAND) ? null : each.key,
        failure: null,
      })),
      disputes: dispute ? [reportDispute(dispute)] : [],
    };
  }

  /** Refunds a payment as the owner can in the provider's dashboard. Resolves with false if less is left. */
  refundByHand(id: string, amount: number): Promise<boolean> {
    return this.#oneAtATime.add(async () => {
      const payment = await books.paymentById(this.#db, id);
      if (!payment || (await this.#refund(payment, `${BY_HAND}${randomUUID()}`, amount)) === null) return false;
      await this.#notifyShop(payment);
      return true;
    });
  }

  /** Opens a dispute of the amount that is left of a payment, or changes its state. */
  async dispute(id: string, state: DisputeState): Promise<void> {
    await this.#oneAtATime.add(async () => {
      const payment = await books.paymentById(this.#db, id);
      if (!payment) return;
      const amount = payment.amount - (await books.refundedCents(this.#db, id));
      const opened = { payment: id, id: randomUUIDv7(), amount, due_at: this.#clock.now() + EVIDENCE_MS };
      const known = await books.disputeOf(this.#db, id);
      if (!known && (state !== 'needs-response' || amount <= 0)) return;
      await this.#store.write([books.putDispute(this.#db, { ...(known ?? opened), state })]);
      await this.#notifyShop(payment);
    });
  }

  async parseWebhook(rawBody: Uint8Array, headers: Headers, now: number): Promise<WebhookNotice> {
    const id = verifySignature(rawBody, headers, this.#secret, now);
    const { data } = notice.safeParse(parseJson(rawBody));
    if (data?.id !== id) throw new WebhookRejected('the notice makes no sense');
    return data;
  }

  /** The checkout as the pay page shows it; null when there is none. */
  async look(id: string): Promise<CheckoutOnShow | null> {
    await this.settle();
    const checkout = await books.checkoutById(this.#db, id);
    if (!checkout) return null;
    const payments = (await books.paymentsOf(this.#db, id)).map(async ({ id: payment, amount }) => ({
      id: payment,
      amount,
      refunded: await books.refundedCents(this.#db, payment),
      dispute: (await books.disputeOf(this.#db, payment))?.state ?? null,
    }));
    const isLate = checkout.pays_late > 0;
    return { ...checkout, status: this.#statusOf(checkout), isLate, payments: await Promise.all(payments) };
  }

  /**
   * Executes a button of the pay page. Resolves with whether the payment was made, now or before; does not change a closed checkout.
   */
  async pay(id: string, way: WayToPay): Promise<boolean> {
    await this.settle();
    return this.#oneAtATime.add(async () => {
      const checkout = await books.checkoutById(this.#db, id);
      if (!checkout) return false;
      const status = this.#statusOf(checkout);
      if (status !== 'open' || checkout.pays_late > 0) return status === 'complete';
      if (way === 'late' || way === 'later') {
        await this.#store.write([books.changeCheckout(this.#db, id, { pays_late: LANDS_AFTER_MS[way] })]);
        return false;
      }
      await this.#capture(checkout, way.startsWith('twice') ? 2 : 1, failingRefundsOf(way));
      return true;
    });
  }

  /** Completes the late payments that are due. */
  async settle(): Promise<void> {
    await this.#oneAtATime.add(async () => {
      const now = this.#clock.now();
      for (const checkout of await books.settlingCheckouts(this.#db))
        if ((checkout.settles_at ?? 0) <= now) await this.#capture(checkout, 1, 0);
    });
  }

  /** Calls the listener when there is new work. Returns a function that stops it. */
  onWork(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #capture(
    { id: checkout, amount, currency }: SandboxCheckout,
    times: number,
    failing_refunds: number,
  ): Promise<void> {
    const due_at = this.#clock.now();
    const ids = Array.from({ length: times }, () => randomUUIDv7());
    await this.#store.write([
      books.changeCheckout(this.#db, checkout, { status: 'complete', settles_at: null }),
      ...ids.map((id) => books.addPayment(this.#db, { id, checkout, amount, currency, failing_refunds })),
      ...ids.map(() => books.addNotice(this.#db, { id: randomUUIDv7(), checkout, payment: null, due_at, failures: 0 })),
    ]);
    this.#tell();
  }

  /** Makes a refund and resolves with its id; null if less than the amount is left undisputed. */
  async #refund({ id: payment, amount: paid }: SandboxPayment, key: string, amount: number): Promise<string | null> {
    const dispute = await books.disputeOf(this.#db, payment);
    const disputed = !dispute || dispute.state === 'won' ? 0 : dispute.amount;
    const left = paid - (await books.refundedCents(this.#db, payment)) - disputed;
    if (!Number.isSafeInteger(amount) || amount <= 0 || amount > left) return null;
    const id = randomUUIDv7();
    await this.#store.write([books.addRefund(this.#db, { key, id, payment, amount })]);
    return id;
  }

  /** Sends a notice that a payment has changed. */
  async #notifyShop({ id: payment, checkout }: SandboxPayment): Promise<void> {
    const notice = { id: randomUUIDv7(), checkout, payment, due_at: this.#clock.now(), failures: 0 };
    await this.#store.write([books.addNotice(this.#db, notice)]);
    this.#tell();
  }

  async #find(id: string): Promise<SandboxCheckout> {
    const checkout = await books.checkoutById(this.#db, id);
    if (!checkout) throw new NoSuchCheckout();
    return checkout;
  }

  #statusOf({ status, expires_at: end }: SandboxCheckout): Checkout['status'] {
    return status === 'open' && this.#clock.now() >= end ? 'expired' : status;
  }

  async #answer(checkout: SandboxCheckout): Promise<Checkout> {
    const { id, booking } = checkout;
    const status = this.#statusOf(checkout);
    const payments = status === 'complete' ? await books.paymentsOf(this.#db, id) : [];
    return {
      id,
      url: `/dev/pay/${id}`,
      booking,
      status,
      payments: payments.map((each) => ({ id: each.id, amount: each.amount, currency: each.currency })),
    };
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
