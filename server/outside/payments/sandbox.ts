import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { z } from 'zod';
import type { DisputeState } from '#shared/booking/dispute.ts';
import type { SandboxCheckout, SandboxPayment, SandboxPaymentStore } from '#db/sandbox/sandbox-payments.ts';
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
import { EVIDENCE_MS, disputeOf } from './sandbox-disputes.ts';

/**
 * The buttons of the pay page. `late` and `later`: the payment arrives only after the shop has closed the checkout. Those that
 * end in `refund-fails` make the first attempt at refunding each payment fail, `refund-keeps-failing` makes every attempt fail.
 */
export const WAYS_TO_PAY = [
  'pay',
  'late',
  'later',
  'twice',
  'refund-fails',
  'twice-refund-fails',
  'refund-keeps-failing',
] as const;
export type WayToPay = (typeof WAYS_TO_PAY)[number];

/** More attempts than a shop makes in a century. */
const ALWAYS = 10_000_000;

/** Number of refunds that fail after paying this way. */
function failingRefundsOf(way: WayToPay): number {
  if (way === 'refund-keeps-failing') return ALWAYS;
  return way.endsWith('refund-fails') ? 1 : 0;
}

/**
 * How long after the shop has closed a checkout a late payment arrives: at once, or after another visitor had time to take the
 * slot.
 */
export const LANDS_AFTER_MS = { late: 1000, later: 5 * 60_000 } as const;

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
  readonly store: SandboxPaymentStore;
  readonly clock: Clock;
  readonly webhookSecret: string;
}

/** A payment provider on this machine that moves no money. It has its own data file and notifies the shop by signed webhook. */
export class SandboxPayments implements PaymentProvider {
  readonly name = 'sandbox';
  readonly takesRealMoney = false;
  readonly payOrigin = null;
  readonly #store: SandboxPaymentStore;
  readonly #clock: Clock;
  readonly #secret: string;
  readonly #listeners = new Set<() => void>();

  constructor({ store, clock, webhookSecret }: SandboxParts) {
    this.#store = store;
    this.#clock = clock;
    this.#secret = webhookSecret;
  }

  /** Any text may be an id: the data file decides. */
  isId(): boolean {
    return true;
  }

  async createCheckout(request: CheckoutRequest): Promise<Checkout> {
    const { key, booking, amount, currency, description, expiresAt, returnUrl, cancelUrl } = request;
    const kept = { key, booking, amount, currency, description, expiresAt, returnUrl, cancelUrl };
    const checkout = await this.#store.open({ ...kept, token: randomUUID() });
    if (checkout.booking !== booking || checkout.amount !== amount) {
      throw new ProviderError('this key opened a checkout for something else');
    }
    return this.#answer(checkout);
  }

  async fetch(id: string): Promise<Checkout> {
    this.settle();
    return this.#answer(this.#find(id));
  }

  async expire(id: string): Promise<Checkout> {
    this.settle();
    const { paysLate } = this.#find(id);
    this.#store.expire(id, this.#clock.now());
    if (paysLate > 0) this.#tell();
    return this.#answer(this.#find(id));
  }

  async refund({ idempotencyKey: key, payment: id, amount }: RefundRequest): Promise<{ id: string }> {
    const earlier = this.#store.refundByKey(key);
    if (earlier) {
      if (earlier.payment !== id || earlier.amount !== amount) throw new ProviderError('this key made another refund');
      return { id: earlier.id };
    }
    const payment = this.#store.findPayment(id);
    if (!payment) throw new NoSuchPayment();
    if (payment.failingRefunds > 0) {
      this.#store.failRefund(id);
      throw new ProviderError('the bank did not answer (as asked for on the pay page)');
    }
    const refund = this.#refund(payment, key, amount);
    if (refund === null)
      throw new ProviderError('the refund is more than what is left of the payment, or it is disputed');
    return { id: refund };
  }

  async fetchPayment(id: string): Promise<FoundPayment> {
    const payment = this.#store.findPayment(id);
    if (!payment) throw new NoSuchPayment();
    const dispute = this.#store.disputeOf(id);
    return {
      payment: id,
      booking: this.#find(payment.checkout).booking,
      refunds: this.#store.refundsOf(id).map((each) => ({
        refund: each.id,
        amount: each.amount,
        key: each.key.startsWith(BY_HAND) ? null : each.key,
        failure: null,
      })),
      disputes: dispute ? [disputeOf(dispute)] : [],
    };
  }

  /** Refunds a payment as the owner can in the provider's dashboard. Returns false if less is left. */
  refundByHand(id: string, amount: number): boolean {
    const payment = this.#store.findPayment(id);
    if (!payment || this.#refund(payment, `${BY_HAND}${randomUUID()}`, amount) === null) return false;
    this.#notifyShop(payment);
    return true;
  }

  /** Opens a dispute of the amount that is left of a payment, or changes its state. */
  dispute(id: string, state: DisputeState): void {
    const payment = this.#store.findPayment(id);
    if (!payment) return;
    const now = this.#clock.now();
    const amount = payment.amount - this.#store.refunded(id);
    const opened = { payment: id, id: randomUUIDv7(), amount, dueAt: now + EVIDENCE_MS };
    const known = this.#store.disputeOf(id);
    if (known === null && (state !== 'needs-response' || amount <= 0)) return;
    this.#store.putDispute({ ...(known ?? opened), state });
    this.#notifyShop(payment);
  }

  async parseWebhook(rawBody: Uint8Array, headers: Headers, now: number): Promise<WebhookNotice> {
    const id = verifySignature(rawBody, headers, this.#secret, now);
    const { data } = notice.safeParse(parseJson(rawBody));
    if (data?.id !== id) throw new WebhookRejected('the notice makes no sense');
    return data;
  }

  /** The checkout as the pay page shows it; null when there is none. */
  look(id: string): CheckoutOnShow | null {
    this.settle();
    const checkout = this.#store.find(id);
    if (!checkout) return null;
    const payments = this.#store.paymentsOf(id).map(({ id: payment, amount }) => ({
      id: payment,
      amount,
      refunded: this.#store.refunded(payment),
      dispute: this.#store.disputeOf(payment)?.state ?? null,
    }));
    return { ...checkout, status: this.#statusOf(checkout), isLate: checkout.paysLate > 0, payments };
  }

  /**
   * Executes a button of the pay page. Returns whether the payment was made, now or before; does not change a closed checkout.
   */
  pay(id: string, way: WayToPay): boolean {
    const checkout = this.look(id);
    if (checkout?.status !== 'open' || checkout.isLate) return checkout?.status === 'complete';
    if (way === 'late' || way === 'later') {
      this.#store.payLate(id, LANDS_AFTER_MS[way]);
      return false;
    }
    this.#capture(checkout, way.startsWith('twice') ? 2 : 1, failingRefundsOf(way));
    return true;
  }

  /** Completes the late payments that are due. */
  settle(): void {
    const now = this.#clock.now();
    for (const checkout of this.#store.settling()) {
      if ((checkout.settlesAt ?? 0) > now) break;
      this.#capture(checkout, 1, 0);
    }
  }

  /** When its next background work is due: a payment to complete, a webhook to deliver. Null for none. */
  nextWorkAt(): number | null {
    const known = [this.#store.settling()[0]?.settlesAt, this.#store.nextNotice()?.dueAt];
    const times = known.filter((at) => typeof at === 'number');
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Calls the listener when there is new work. Returns a function that stops it. */
  onWork(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #capture({ id: checkout, amount, currency }: SandboxCheckout, times: number, failingRefunds: number): void {
    const dueAt = this.#clock.now();
    const ids = Array.from({ length: times }, () => randomUUIDv7());
    this.#store.complete(
      checkout,
      ids.map((id) => ({ id, checkout, amount, currency, failingRefunds })),
      ids.map(() => ({ id: randomUUIDv7(), checkout, payment: null, dueAt, failures: 0 })),
    );
    this.#tell();
  }

  /** Makes a refund and returns its id; null if less than the amount is left undisputed. */
  #refund({ id: payment, amount: paid }: SandboxPayment, key: string, amount: number): string | null {
    const dispute = this.#store.disputeOf(payment);
    const disputed = dispute === null || dispute.state === 'won' ? 0 : dispute.amount;
    const left = paid - this.#store.refunded(payment) - disputed;
    if (!Number.isSafeInteger(amount) || amount <= 0 || amount > left) return null;
    const id = randomUUIDv7();
    this.#store.addRefund({ key, id, payment, amount });
    return id;
  }

  /** Sends a notice that a payment has changed. */
  #notifyShop({ id: payment, checkout }: SandboxPayment): void {
    this.#store.addNotice({ id: randomUUIDv7(), checkout, payment, dueAt: this.#clock.now(), failures: 0 });
    this.#tell();
  }

  #find(id: string): SandboxCheckout {
    const checkout = this.#store.find(id);
    if (!checkout) throw new NoSuchCheckout();
    return checkout;
  }

  #statusOf({ status, expiresAt }: SandboxCheckout): Checkout['status'] {
    return status === 'open' && this.#clock.now() >= expiresAt ? 'expired' : status;
  }

  #answer(checkout: SandboxCheckout): Checkout {
    const { id, booking } = checkout;
    const status = this.#statusOf(checkout);
    const payments =
      status === 'complete'
        ? this.#store.paymentsOf(id).map((each) => ({ id: each.id, amount: each.amount, currency: each.currency }))
        : [];
    return { id, url: `/dev/pay/${id}`, booking, status, payments };
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
