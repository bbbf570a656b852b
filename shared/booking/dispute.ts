/** `won`: the money stays with the business. `lost`: the bank gave it back to the customer. */
export const DISPUTE_STATES = ['needs-response', 'under-review', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** A chargeback. Integer cents, instants in milliseconds. */
export interface Dispute {
  readonly dispute: string;
  readonly amount: number;
  readonly state: DisputeState;
  /** The bank only asks for information and has withdrawn no money. */
  readonly isInquiry: boolean;
  readonly blocksRefund: boolean;
  readonly reason: string;
  readonly evidenceDueBy: number | null;
  readonly fee: number;
}

export const REFUND_WITHHELD = 'Your bank is looking into this payment. What we owe you follows once it has decided.';

export function isOpenDispute({ state }: Pick<Dispute, 'state'>): boolean {
  return state === 'needs-response' || state === 'under-review';
}
