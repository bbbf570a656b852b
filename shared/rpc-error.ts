import type { Slot } from './availability.ts';
import type { RefusalName } from './refusals.ts';

/** How a failed call travels: a named no, or the text of a fault. */
export interface Failure {
  readonly status: number;
  readonly message: string;
  /** The named no; null when it is a fault rather than a refusal. */
  readonly refusal: RefusalName | null;
  /** What is wrong with which field, ready to show. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Open slots near the one that was refused. */
  readonly nearest?: readonly Slot[];
  /** Seconds before which trying again is no use. */
  readonly retryAfter?: number;
}

/** A call that failed, the same on both sides of the wire. The message is the response's text. */
export class RpcError extends Error {
  readonly status: number;
  readonly refusal: RefusalName | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly nearest: readonly Slot[];
  readonly retryAfter: number | undefined;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'RpcError';
    this.status = failure.status;
    this.refusal = failure.refusal;
    this.fields = failure.fields ?? {};
    this.nearest = failure.nearest ?? [];
    this.retryAfter = failure.retryAfter;
  }

  toFailure(): Failure {
    const { status, message, refusal, fields, nearest, retryAfter } = this;
    return { status, message, refusal, fields, nearest, ...(retryAfter !== undefined && { retryAfter }) };
  }
}
