import type { Slot } from '../booking/availability.ts';
import type { PriceChange, RefusalDetails, RefusalName } from './refusals.ts';

export interface Failure extends RefusalDetails {
  readonly status: number;
  readonly message: string;
  /** Null for a fault. */
  readonly refusal: RefusalName | null;
}

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

/** `27 seconds`, or whole minutes above a minute and a half. */
export function waitTime(seconds: number): string {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return `${seconds} second${seconds === 1 ? '' : 's'}`;
}
