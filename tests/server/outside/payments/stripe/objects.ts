/** Stripe's objects after its API reference, with the relevant fields. */

export interface PaymentIntent {
  readonly id: string;
  readonly object: 'payment_intent';
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled';
  readonly amount: number;
  amount_received: number;
  currency: string;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly livemode: boolean;
}

export interface Session {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly amount_total: number;
  readonly currency: string;
  readonly client_reference_id: string | null;
  readonly customer_email: string | null;
  readonly expires_at: number;
  readonly livemode: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  readonly mode: 'payment';
  payment_intent: PaymentIntent | null;
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  status: 'open' | 'complete' | 'expired';
  readonly success_url: string;
  url: string | null;
}

export interface Refund {
  readonly id: string;
  readonly object: 'refund';
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly payment_intent: string;
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
  failure_reason?: string;
}

export interface Dispute {
  readonly id: string;
  readonly object: 'dispute';
  readonly amount: number;
  readonly balance_transactions: readonly { readonly fee: number }[];
  readonly evidence_details: { readonly due_by: number | null };
  readonly is_charge_refundable: boolean;
  readonly payment_intent: string;
  readonly reason: string;
  status: 'needs_response' | 'under_review' | 'won' | 'lost';
}

/** An error response, with a message as long as Stripe's own. */
export interface Fault {
  readonly status: number;
  readonly error: {
    readonly type: string;
    readonly message: string;
    readonly code?: string;
    readonly param?: string;
  };
}

export function isFault(answer: object): answer is Fault {
  return 'error' in answer;
}

export function invalid(message: string, extra: { code?: string; param?: string } = {}): Fault {
  return { status: 400, error: { type: 'invalid_request_error', message, ...extra } };
}

export function missing(what: string, id: string): Fault {
  const message = `No such ${what}: '${id}'`;
  return { status: 404, error: { type: 'invalid_request_error', code: 'resource_missing', message } };
}

export const OTHER_PARAMETERS: Fault = {
  status: 400,
  error: {
    type: 'idempotency_error',
    message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
  },
};
