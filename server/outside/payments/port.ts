/** Taking and returning money, by any provider. Amounts are integer cents, instants milliseconds. */

export interface CheckoutPayment {
  readonly id: string;
  readonly amount: number;
  /** Lower case, as in `usd`. */
  readonly currency: string;
}

export interface Checkout {
  readonly id: string;
  /** Where to send the visitor to pay: an absolute address, or a path of our own site. */
  readonly url: string;
  /** What it was opened for. */
  readonly booking: string;
  /** `expired`: closed unpaid, for good. Reconciliation does not ask about it again; a payment all the same is told by a notice. */
  readonly status: 'open' | 'complete' | 'expired';
  readonly payments: readonly CheckoutPayment[];
}

export interface CheckoutRequest {
  /** The same key opens no second checkout: it answers the first. */
  readonly key: string;
  readonly booking: string;
  readonly amount: number;
  readonly currency: 'usd';
  readonly description: string;
  readonly email: string;
  readonly expiresAt: number;
  /** Where a visitor who paid goes; the checkout's id is added as `?checkout=`. */
  readonly returnUrl: string;
  /** Where a visitor who gives up goes. */
  readonly cancelUrl: string;
}

export interface RefundRequest {
  /** The same key refunds once. */
  readonly key: string;
  readonly payment: string;
  readonly amount: number;
}

/** A refund that the provider accepted, as it stands now. */
export interface Refund {
  readonly id: string;
  readonly payment: string;
  /** The booking that was paid for; null for a payment that is none of ours. */
  readonly booking: string | null;
  /** Why it failed after all; null while the money is under way or has arrived. */
  readonly failure: string | null;
}

/** What a verified notice is about. Its state is always fetched, never taken from the notice; one about neither asks for nothing. */
export interface WebhookNotice {
  readonly id: string;
  readonly checkout?: string;
  readonly refund?: string;
}

export interface FetchOptions {
  /** Whether an answer of a few seconds ago will do: for what is only shown. */
  readonly mayBeRecent?: boolean;
  readonly signal?: AbortSignal;
}

/** Calls end with `ProviderUnreachable` when their signal aborts. What was asked may have happened all the same. */
export interface PaymentProvider {
  /** As in `/webhooks/<name>`. */
  readonly name: string;
  /** False for play money, which pages have to say. */
  readonly takesRealMoney: boolean;
  /** The origin of its pay pages, to which our forms lead; null when those are our own. */
  readonly payOrigin: string | null;
  /** Whether a text has the form of its ids. It is asked about nothing else: nothing else can exist. */
  isId(text: string): boolean;
  createCheckout(request: CheckoutRequest, signal?: AbortSignal): Promise<Checkout>;
  /** Throws `NoSuchCheckout` for one that the provider does not know, or that this site did not open. */
  fetch(checkout: string, options?: FetchOptions): Promise<Checkout>;
  /** Closes a checkout so that it can no longer be paid. One that was paid meanwhile is answered complete. Throws as `fetch`. */
  expire(checkout: string, signal?: AbortSignal): Promise<Checkout>;
  /** Returns money. Throws `ProviderError` when that failed; the same key may be tried again. */
  refund(request: RefundRequest, signal?: AbortSignal): Promise<{ readonly id: string }>;
  /** Throws `NoSuchRefund` for one that the provider does not know. */
  fetchRefund(refund: string, signal?: AbortSignal): Promise<Refund>;
  /** Verifies signature and age of a notice, at most 300 s off on either side. Throws `WebhookRejected`. */
  parseWebhook(rawBody: Uint8Array, headers: Headers, now: number): Promise<WebhookNotice>;
}

/** The provider said no, or could not be asked. */
export class ProviderError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderError';
  }
}

/** The provider did not answer, or answered that it cannot at present: says nothing about what it was asked. */
export class ProviderUnreachable extends ProviderError {}

/**
 * We made no call, ended it to stop, or the provider takes no more calls for now (429). The call was not tried, and can be made
 * again after so long.
 */
export class CallPostponed extends ProviderUnreachable {
  readonly afterMs: number;

  constructor(message: string, afterMs: number) {
    super(message);
    this.afterMs = afterMs;
  }
}

/** Nobody can have paid there, and nobody ever will. */
export class NoSuchCheckout extends ProviderError {
  constructor() {
    super('there is no such checkout');
    this.name = 'NoSuchCheckout';
  }
}

/** The provider knows no such refund, or it is of another of its accounts. */
export class NoSuchRefund extends ProviderError {
  constructor() {
    super('there is no such refund');
    this.name = 'NoSuchRefund';
  }
}

/** A notice that nobody may act on: forged, altered, too old, or from the future. */
export class WebhookRejected extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'WebhookRejected';
  }
}
