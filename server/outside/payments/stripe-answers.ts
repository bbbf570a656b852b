import { z } from 'zod';
import type { Dispute, DisputeState } from '#shared/booking/dispute.ts';
import { type Checkout, type FoundPayment, UnknownToProvider } from './port.ts';

const metadata = z.record(z.string(), z.string()).nullish();

const paymentIntent = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount_received: z.int().nonnegative(),
  currency: z.string(),
});

const session = z.object({
  id: z.string().min(1),
  url: z.url({ protocol: /^https$/ }).nullable(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.string(),
  client_reference_id: z.string().nullable(),
  metadata,
  amount_total: z.int().nullable(),
  currency: z.string().nullable(),
  payment_intent: paymentIntent.nullable(),
});

export type Session = z.infer<typeof session>;

export const WITH_PAYMENT = { expand: ['payment_intent'] };

export function readSession(answer: unknown): Session {
  return session.parse(answer);
}

/**
 * A complete but `unpaid` session waits for money. Throws `UnknownToProvider` without the site's metadata, because Payment Links of
 * the account let payers type any `client_reference_id`.
 */
export function checkoutOf(answer: Session): Checkout {
  const { id, url, status, payment_status, client_reference_id: booking, payment_intent: intent } = answer;
  if (booking === null || answer.metadata?.['booking'] !== booking) throw new UnknownToProvider('checkout');
  const isPaid = payment_status === 'paid' && intent?.status === 'succeeded';
  const payments = isPaid ? [{ id: intent.id, amount: intent.amount_received, currency: intent.currency }] : [];
  return { id, url: url ?? '', booking, status, payments };
}

const refund = z.object({
  id: z.string().min(1),
  amount: z.int(),
  status: z.string().nullable(),
  failure_reason: z.string().nullish(),
  metadata,
});

const refunds = z.object({ data: z.array(refund) });

const dispute = z.object({
  id: z.string().min(1),
  amount: z.int(),
  status: z.string(),
  reason: z.string(),
  is_charge_refundable: z.boolean(),
  evidence_details: z.object({ due_by: z.int().nullish() }).nullish(),
  balance_transactions: z.array(z.object({ fee: z.int() })).nullish(),
});

const disputes = z.object({ data: z.array(dispute) });

const paidIntent = z.object({ id: z.string().min(1), metadata });

type AnsweredRefund = z.infer<typeof refund>;

export function readRefund(answer: unknown): AnsweredRefund {
  return refund.parse(answer);
}

/** Null if its money is on its way or has arrived. A pending refund counts as done until it fails. */
export function failureOf({ status, failure_reason: reason }: AnsweredRefund): string | null {
  if (status !== 'failed' && status !== 'canceled') return null;
  return `the refund was ${status === 'failed' ? 'sent back' : 'canceled'} (${reason ?? 'no reason given'})`;
}

/** Any other state counts as undecided. */
const DISPUTE_STATES = new Map<string, DisputeState>([
  ['needs_response', 'needs-response'],
  ['warning_needs_response', 'needs-response'],
  ['appeal_needs_response', 'needs-response'],
  ['won', 'won'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
  ['lost', 'lost'],
]);

function disputeOf(answer: z.infer<typeof dispute>): Dispute {
  const { id, amount, status, reason, balance_transactions: transactions } = answer;
  const state = DISPUTE_STATES.get(status) ?? 'under-review';
  const dueBy = answer.evidence_details?.due_by ?? null;
  return {
    dispute: id,
    amount,
    state,
    isInquiry: status.startsWith('warning_'),
    blocksRefund: !answer.is_charge_refundable,
    reason,
    evidenceDueBy: state === 'needs-response' && dueBy !== null ? dueBy * 1000 : null,
    fee: (transactions ?? []).reduce((cents, { fee }) => cents + fee, 0),
  };
}

/** The lists have the latest first. */
export function paymentOf(intent: unknown, listedRefunds: unknown, listedDisputes: unknown): FoundPayment {
  const { id, metadata: about } = paidIntent.parse(intent);
  return {
    payment: id,
    booking: about?.['booking'] ?? null,
    refunds: refunds
      .parse(listedRefunds)
      .data.toReversed()
      .map((each) => ({
        refund: each.id,
        amount: each.amount,
        key: each.metadata?.['key'] ?? null,
        failure: failureOf(each),
      })),
    disputes: disputes.parse(listedDisputes).data.toReversed().map(disputeOf),
  };
}
