/** What visitors and their banks can choose on the pages of the sandbox. */
import type { SandboxDispute } from '#db/queries/payments/sandbox.ts';
import type { Dispute } from '#shared/booking/dispute.ts';

/**
 * The buttons of the pay page. `late` and `later`: the payment arrives only after the shop has closed the checkout. Those that
 * end in `refund-fails` make the first attempt at refunding each payment fail, `refund-keeps-failing` makes every attempt fail.
 */
export const WAYS_TO_PAY = [
  'pay',
  'late',
  'later',
  'twice',
  'refund-fails',
  'twice-refund-fails',
  'refund-keeps-failing',
] as const;
export type WayToPay = (typeof WAYS_TO_PAY)[number];

/** More attempts than a shop makes in a century. */
const ALWAYS = 10_000_000;

/** Number of refunds that fail after paying this way. */
export function failingRefundsOf(way: WayToPay): number {
  if (way === 'refund-keeps-failing') return ALWAYS;
  return way.endsWith('refund-fails') ? 1 : 0;
}

/**
 * How long after the shop has closed a checkout a late payment arrives: at once, or after another visitor had time to take the
 * slot.
 */
export const LANDS_AFTER_MS = { late: 1000, later: 5 * 60_000 } as const;

/** Time to answer a dispute. */
export const EVIDENCE_MS = 7 * 24 * 3_600_000;

const FEE_CENTS = 1500;

/** A dispute as the port reports it. */
export function reportDispute({ id, amount, state, due_at }: SandboxDispute): Dispute {
  const evidenceDueBy = state === 'needs-response' ? due_at : null;
  const facts = { isInquiry: false, blocksRefund: true, reason: 'product_not_received', fee: FEE_CENTS };
  return { dispute: id, amount, state, ...facts, evidenceDueBy };
}
