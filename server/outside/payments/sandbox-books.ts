/** Amounts are integer cents, instants milliseconds. */
import type { Dispute, DisputeState } from '#shared/booking/dispute.ts';
import { sumAmounts } from '#shared/money.ts';
import type { StoredCheckout } from '#db/queries/sandbox.ts';
import type { CheckoutRequest } from './port.ts';

interface SandboxRefund {
  readonly id: string;
  /** Null for a refund by hand. */
  readonly key: string | null;
  readonly amount: number;
}

interface SandboxDispute {
  readonly id: string;
  readonly amount: number;
  readonly state: DisputeState;
  readonly dueAt: number;
}

export interface SandboxPayment {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  /** How many fail before one succeeds. */
  readonly failingRefunds: number;
  readonly refunds: readonly SandboxRefund[];
  readonly dispute: SandboxDispute | null;
}

export interface SandboxCheckout extends Omit<CheckoutRequest, 'email'> {
  readonly id: string;
  readonly status: 'open' | 'complete' | 'expired';
  /** Milliseconds from the closing of the checkout to the payment; 0 for none. */
  readonly paysLate: number;
  readonly settlesAt: number | null;
  readonly payments: readonly SandboxPayment[];
}

export function toStored(checkout: SandboxCheckout): StoredCheckout {
  const { id, key, settlesAt: settles_at } = checkout;
  return { id, key, settles_at, content: JSON.stringify(checkout) };
}

export function fromStored({ content }: StoredCheckout): SandboxCheckout {
  return JSON.parse(content) as SandboxCheckout;
}

export function paymentId(checkout: string, index: number): string {
  return `${checkout}.${index}`;
}

export function checkoutOfPayment(payment: string): string {
  return payment.slice(0, payment.lastIndexOf('.'));
}

export function withPayment(checkout: SandboxCheckout, changed: SandboxPayment): SandboxCheckout {
  return { ...checkout, payments: checkout.payments.map((each) => (each.id === changed.id ? changed : each)) };
}

export function refundedCents({ refunds }: SandboxPayment): number {
  return sumAmounts(refunds);
}

export function refundableCents(payment: SandboxPayment): number {
  const { amount, dispute } = payment;
  return amount - refundedCents(payment) - (dispute === null || dispute.state === 'won' ? 0 : dispute.amount);
}

const FEE_CENTS = 1500;

export function reportDispute({ id, amount, state, dueAt }: SandboxDispute): Dispute {
  const evidenceDueBy = state === 'needs-response' ? dueAt : null;
  const facts = { isInquiry: false, blocksRefund: true, reason: 'product_not_received', fee: FEE_CENTS };
  return { dispute: id, amount, state, ...facts, evidenceDueBy };
}
