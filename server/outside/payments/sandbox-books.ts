/** Amounts are integer cents, instants milliseconds. */
import type { StoredCheckout } from '#db/queries/sandbox.ts';
import { sumAmounts } from '#shared/money.ts';
import type { Checkout, CheckoutRequest } from './port.ts';

/** `late`, `later`: paid after the site has closed the checkout. `refund-fails`: only the first attempt. */
export const WAYS_TO_PAY = ['pay', 'late', 'later', 'twice', 'refund-fails'] as const;
export type WayToPay = (typeof WAYS_TO_PAY)[number];

/** At once, or after another visitor had time to take the slot. */
export const LANDS_AFTER_MS = { late: 1000, later: 5 * 60_000 } as const;

interface SandboxRefund {
  readonly id: string;
  readonly key: string;
  readonly amount: number;
}

export interface SandboxPayment {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly nextRefundFails: boolean;
  readonly refunds: readonly SandboxRefund[];
}

export interface SandboxCheckout extends Omit<CheckoutRequest, 'email'> {
  readonly id: string;
  readonly status: Checkout['status'];
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

export function withStatus(checkout: SandboxCheckout, now: number): SandboxCheckout {
  return checkout.status === 'open' && now >= checkout.expiresAt ? { ...checkout, status: 'expired' } : checkout;
}

export function paidCheckout(checkout: SandboxCheckout, way: WayToPay): SandboxCheckout {
  const { id, amount, currency } = checkout;
  const nextRefundFails = way === 'refund-fails';
  const payments = Array.from({ length: way === 'twice' ? 2 : 1 }, (_, index) => {
    return { id: `${id}.${index}`, amount, currency, nextRefundFails, refunds: [] };
  });
  return { ...checkout, status: 'complete', settlesAt: null, payments };
}

export function checkoutOfPayment(payment: string): string {
  return payment.slice(0, payment.lastIndexOf('.'));
}

export function refundedCents({ refunds }: SandboxPayment): number {
  return sumAmounts(refunds);
}

/** Null if less than its amount is left. */
export function refundedPayment(payment: SandboxPayment, refund: SandboxRefund): SandboxPayment | null {
  const { amount, refunds } = payment;
  const isPossible = Number.isSafeInteger(refund.amount) && refund.amount > 0;
  if (!isPossible || refund.amount > amount - refundedCents(payment)) return null;
  return { ...payment, refunds: [...refunds, refund] };
}
