import type { Slot } from '../booking/availability.ts';
import type { PriceChange, RefusalName } from './refusals.ts';

/** The body of a failed call: a refusal, or the text of a fault. */
export interface Failure {
  readonly status: number;
  readonly message: string;
  /** Name of the refusal; null for a fault. */
  readonly refusal: RefusalName | null;
  /** What is wrong with each field, ready to show. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Open slots near the one that was refused. */
  readonly nearest?: readonly Slot[];
  readonly price?: PriceChange;
  /** Seconds before which trying again fails. */
  readonly retryAfter?: number;
}

/** A failed call, thrown in the browser and on the server alike. The message is the response's text. */
export class RpcError extends Error {
  readonly status: number;
  readonly refusal: RefusalName | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly nearest: readonly Slot[];
  readonly price: PriceChange | undefined;
  readonly retryAfter: number | undefined;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'RpcError';
    this.status = failure.status;
    this.refusal = failure.refusal;
    this.fields = failure.fields ?? {};
    this.nearest = failure.nearest ?? [];
    this.price = failure.price;
    this.retryAfter = failure.retryAfter;
  }

  toFailure(): Failure {
    const { status, message, refusal, fields, nearest, price, retryAfter } = this;
    const known = { ...(price && { price }), ...(retryAfter !== undefined && { retryAfter }) };
    return { status, message, refusal, fields, nearest, ...known };
  }
}
