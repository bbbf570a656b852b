/** The port of the payment provider: payments and refunds. Amounts are integer cents, instants milliseconds. */

import type { PaymentReport } from '#events/booking/reductions.ts';

export interface CheckoutPayment {
  readonly id: string;
  readonly amount: number;
  /** Lower case, as in `usd`. */
  readonly currency: string;
}

export interface Checkout {
  readonly id: string;
  /** The payment page: an absolute address, or a path of this site. */
  readonly url: string;
  /** The booking it was opened for. */
  readonly booking: string;
  /** `expired`: closed unpaid, for good. Reconciliation does not query it again; a later payment would arrive as a notice. */
  readonly status: 'open' | 'complete' | 'expired';
  readonly payments: readonly CheckoutPayment[];
}

export interface CheckoutRequest {
  /** Idempotency key: the same key returns the first checkout. */
  readonly key: string;
  readonly booking: string;
  readonly amount: number;
  readonly currency: 'usd';
  readonly description: string;
  readonly email: string;
  readonly expiresAt: number;
  /** Where a visitor is redirected after paying; the checkout's id is added as `?checkout=`. */
  readonly returnUrl: string;
  /** Where a visitor who gives up is redirected. */
  readonly cancelUrl: string;
}

export interface RefundRequest {
  /** Names the request for this refund. Reports of the payment contain it. */
  readonly key: string;
  /** The same key refunds once. */
  readonly idempotencyKey: string;
  readonly payment: string;
  readonly amount: number;
}

/** The state of a payment at the provider: all its refunds, the site's and those made by hand, and its disputes. */
export interface FoundPayment extends PaymentReport {
  /** The booking that was paid for; null for a payment of another site. */
  readonly booking: string | null;
}

/**
 * The subject of a verified notice. Its state is always fetched, never taken from the notice. A notice about neither subject
 * requires nothing.
 */
export interface WebhookNotice {
  readonly id: string;
  readonly checkout?: string;
  /** A payment of which a refund or a dispute was added or has changed. */
  readonly payment?: string;
}

export interface FetchOptions {
  /** Whether an answer that is a few seconds old is enough: for display only. */
  readonly mayBeRecent?: boolean;
  readonly signal?: AbortSignal;
}

/** Calls reject with `ProviderUnreachable` when their signal aborts. The requested action may have happened nevertheless. */
export interface PaymentProvider {
  /** As in `/webhooks/<name>`. */
  readonly name: string;
  /** False for simulated payments, which pages must disclose. */
  readonly takesRealMoney: boolean;
  /** The origin of its payment pages, which our forms redirect to; null when they are on this site. */
  readonly payOrigin: string | null;
  /** Whether a text has the form of its ids. No other text is sent to it. */
  isId(text: string): boolean;
  createCheckout(request: CheckoutRequest, signal?: AbortSignal): Promise<Checkout>;
  /** Throws `NoSuchCheckout` for one that the provider does not know, or that this site did not open. */
  fetch(checkout: string, options?: FetchOptions): Promise<Checkout>;
  /**
   * Closes a checkout so that it can no longer be paid. One that was paid meanwhile is returned as complete. Throws like `fetch`.
   */
  expire(checkout: string, signal?: AbortSignal): Promise<Checkout>;
  /** Refunds a payment, or a part of it. Throws `ProviderError` when that failed; it may be repeated with the same key. */
  refund(request: RefundRequest, signal?: AbortSignal): Promise<{ readonly id: string }>;
  /** Throws `NoSuchPayment` for one that the provider does not know. */
  fetchPayment(payment: string, signal?: AbortSignal): Promise<FoundPayment>;
  /** Verifies signature and age of a notice, at most 300 s off in either direction. Throws `WebhookRejected`. */
  parseWebhook(rawBody: Uint8Array, headers: Headers, now: number): Promise<WebhookNotice>;
}

/** The provider refused, or could not be reached. */
export class ProviderError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderError';
  }
}

/** The provider did not respond, or is unable to now: the requested action may or may not have happened. */
export class ProviderUnreachable extends ProviderError {}

/**
 * The call was not made, was aborted for a stop, or exceeded the provider's rate limit (429). It had no effect, and can be
 * repeated after this time.
 */
export class CallPostponed extends ProviderUnreachable {
  readonly afterMs: number;

  constructor(message: string, afterMs: number) {
    super(message);
    this.afterMs = afterMs;
  }
}

/** No payment was or will be made there. */
export class NoSuchCheckout extends ProviderError {
  constructor() {
    super('there is no such checkout');
    this.name = 'NoSuchCheckout';
  }
}

/** The provider does not know the payment, or it belongs to another account there. */
export class NoSuchPayment extends ProviderError {
  constructor() {
    super('there is no such payment');
    this.name = 'NoSuchPayment';
  }
}
