/** Amounts are integer cents, instants milliseconds. */

import type { PaymentReport } from '#events/booking/reductions.ts';

export interface CheckoutPayment {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
}

export interface Checkout {
  readonly id: string;
  /** Absolute, or a path of this site. */
  readonly url: string;
  readonly booking: string;
  /** `expired`: closed unpaid, and not queried again. A late payment arrives as a notice. */
  readonly status: 'open' | 'complete' | 'expired';
  readonly payments: readonly CheckoutPayment[];
}

export interface CheckoutRequest {
  /** The same key returns the first checkout. */
  readonly key: string;
  readonly booking: string;
  readonly amount: number;
  readonly currency: 'usd';
  readonly description: string;
  readonly email: string;
  readonly expiresAt: number;
  /** With the checkout's id as `?checkout=`. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

export interface RefundRequest {
  /** Reports of the payment contain it. */
  readonly key: string;
  /** The same key refunds once. */
  readonly idempotencyKey: string;
  readonly payment: string;
  readonly amount: number;
}

/** Including refunds and disputes made by hand. */
export interface FoundPayment extends PaymentReport {
  readonly booking: string | null;
}

/** Its state is always fetched, never taken from the notice. */
export interface WebhookNotice {
  readonly id: string;
  readonly checkout?: string;
  readonly payment?: string;
}

/** A call ends within 5 s. It rejects with `ProviderUnreachable` if it may have had its effect. */
export interface PaymentProvider {
  readonly name: string;
  /** Pages must disclose simulated payments. */
  readonly takesRealMoney: boolean;
  /** Forms redirect there; null if it is this site. */
  readonly payOrigin: string | null;
  createCheckout(request: CheckoutRequest): Promise<Checkout>;
  /** Throws `UnknownToProvider` if it is unknown, or another site's. */
  fetch(checkout: string): Promise<Checkout>;
  /** Returns a checkout that was paid meanwhile as complete. Throws like `fetch`. */
  expire(checkout: string): Promise<Checkout>;
  /** A part or all. Throws `ProviderError`; retry with the same key. */
  refund(request: RefundRequest): Promise<{ readonly id: string }>;
  fetchPayment(payment: string): Promise<FoundPayment>;
  /** Throws `WebhookRejected` for a wrong signature, or an age over 300 s in either direction. */
  parseWebhook(rawBody: Uint8Array, headers: Headers, now: number): Promise<WebhookNotice>;
}

export class ProviderError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The action may or may not have happened. */
export class ProviderUnreachable extends ProviderError {}

/** The call had no effect: it wasn't made, was aborted, or exceeded the rate limit (429). Retry after this time. */
export class CallPostponed extends ProviderUnreachable {
  readonly afterMs: number;

  constructor(message: string, afterMs: number) {
    super(message);
    this.afterMs = afterMs;
  }
}

export class UnknownToProvider extends ProviderError {
  constructor(what: 'checkout' | 'payment') {
    super(`there is no such ${what}`);
  }
}
