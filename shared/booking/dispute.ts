/** `won`: closed, and the money stays with the business. `lost`: the bank gave it back to the customer. */
export const DISPUTE_STATES = ['needs-response', 'under-review', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** A dispute (chargeback) of a payment as the provider reports it. Amounts are integer cents, instants milliseconds. */
export interface Dispute {
  /** The provider's id. */
  readonly dispute: string;
  readonly amount: number;
  readonly state: DisputeState;
  /** Whether the bank only asks, and has withdrawn nothing yet. */
  readonly isInquiry: boolean;
  /** Whether the provider refuses refunds of the payment while the dispute is open. */
  readonly blocksRefund: boolean;
  /** In the provider's words. */
  readonly reason: string;
  /** Until when evidence can be sent; null when none is asked for. */
  readonly evidenceDueBy: number | null;
  /** What the provider has charged for it so far. */
  readonly fee: number;
}

/** Whether it is not decided yet. */
export function isOpenDispute({ state }: Pick<Dispute, 'state'>): boolean {
  return state === 'needs-response' || state === 'under-review';
}
