import type { CheckoutRequest, PaymentProvider, RefundRequest } from '#server/outside/payments/port.ts';
import { UnknownToProvider, ProviderError, ProviderUnreachable } from '#server/outside/payments/port.ts';
import type { SandboxPayments } from '#server/outside/payments/sandbox.ts';

export type Call = 'createCheckout' | 'fetch' | 'expire' | 'refund' | 'fetchPayment';

/** The sandbox provider with a record of its calls, and injected failures and events. */
export class WatchedProvider implements PaymentProvider {
  readonly name = 'sandbox';
  readonly takesRealMoney = false;
  readonly payOrigin = null;
  /** Calls that fail until they are removed from the set. */
  readonly down = new Set<Call>();
  /** Calls that were aborted without a response. */
  readonly silent = new Set<Call>();
  /** Checkouts and payments whose calls fail. */
  readonly broken = new Set<string>();
  /** Checkouts and payments whose calls get no response. */
  readonly hanging = new Set<string>();
  /** Checkouts unknown to the provider. */
  readonly unknown = new Set<string>();
  /** Every call, in order. */
  readonly calls: Call[] = [];
  /** Ids passed to `fetch`, in order. */
  readonly asked: string[] = [];
  readonly refunds: RefundRequest[] = [];
  readonly checkouts: CheckoutRequest[] = [];
  readonly sandbox: SandboxPayments;
  readonly #after = new Map<Call, () => Promise<unknown>>();

  constructor(sandbox: SandboxPayments) {
    this.sandbox = sandbox;
  }

  /** The number of these calls. */
  count(call: Call): number {
    return this.calls.filter((each) => each === call).length;
  }

  /** Runs a step after the provider's response to the next such call, before the shop gets it. */
  after(call: Call, act: () => Promise<unknown>): void {
    this.#after.set(call, act);
  }

  createCheckout(request: CheckoutRequest) {
    this.checkouts.push(request);
    return this.#do('createCheckout', request.key, () => this.sandbox.createCheckout(request));
  }

  fetch(checkout: string) {
    this.asked.push(checkout);
    return this.#do('fetch', checkout, () => this.sandbox.fetch(checkout));
  }

  expire(checkout: string) {
    return this.#do('expire', checkout, () => this.sandbox.expire(checkout));
  }

  refund(request: RefundRequest) {
    this.refunds.push(request);
    return this.#do('refund', request.payment, () => this.sandbox.refund(request));
  }

  fetchPayment(payment: string) {
    return this.#do('fetchPayment', payment, () => this.sandbox.fetchPayment(payment));
  }

  parseWebhook(rawBody: Uint8Array, headers: Headers, now: number) {
    return this.sandbox.parseWebhook(rawBody, headers, now);
  }

  async #do<Answer>(call: Call, about: string, ask: () => Promise<Answer>): Promise<Answer> {
    this.calls.push(call);
    if (this.down.has(call) || this.broken.has(about)) throw new ProviderError('out of reach');
    if (this.unknown.has(about)) throw new UnknownToProvider('checkout');
    if (this.silent.has(call)) throw new ProviderUnreachable('no answer');
    if (this.hanging.has(about)) await new Promise(() => {});
    const answer = await ask();
    const act = this.#after.get(call);
    this.#after.delete(call);
    await act?.();
    return answer;
  }
}
