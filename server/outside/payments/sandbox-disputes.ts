import type { SandboxDispute } from '#db/sandbox/sandbox-payments.ts';
import type { Dispute } from '#shared/booking/dispute.ts';

/** Time to answer a dispute. */
export const EVIDENCE_MS = 7 * 24 * 3_600_000;

const FEE_CENTS = 1500;

/** A dispute as the port reports it. */
export function disputeOf({ id, amount, state, dueAt }: SandboxDispute): Dispute {
  const evidenceDueBy = state === 'needs-response' ? dueAt : null;
  const facts = { isInquiry: false, blocksRefund: true, reason: 'product_not_received', fee: FEE_CENTS };
  return { dispute: id, amount, state, ...facts, evidenceDueBy };
}
