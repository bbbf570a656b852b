/** `won`: closed, and the money stays with the business. `lost`: the bank gave it back to the customer. */
export const DISPUTE_STATES = ['needs-response', 'under-review', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** A dispute (chargeback) of a payment as the provider reports it. Amounts are integer cents, instants milliseconds. */
export interface Dispute {
  /** The provider's id. */
  readonly dispute: string;
  readonly amount: number;
  readonly state: DisputeState;
  /** Whether the bank only asks for information and has withdrawn no money. */
  readonly isInquiry: boolean;
  /** Whether the provider refuses refunds of the payment while the dispute is open. */
  readonly blocksRefund: boolean;
  /** In the provider's words. */
  readonly reason: string;
  /** Until when evidence can be sent; null when none is asked for. */
  readonly evidenceDueBy: number | null;
  /** The provider's fees for the dispute so far. */
  readonly fee: number;
}

/** What a customer reads in place of a promise to refund while the provider refuses it because of a dispute. */
export const REFUND_WITHHELD = 'Your bank is looking into this payment. What we owe you follows once it has decided.';

/** Whether the dispute is still undecided. */
export function isOpenDispute({ state }: Pick<Dispute, 'state'>): boolean {
  return state === 'needs-response' || state === 'under-review';
}
