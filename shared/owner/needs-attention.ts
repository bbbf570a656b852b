/** Failures that the owner has to look at. Instants are milliseconds. */
import type { VisitCustomer } from './near-visits.ts';

interface Failure {
  readonly id: string;
  /** The booking that it is about. */
  readonly eventId: string;
  readonly failures: number;
  /** Why it failed last, in the words of the provider. */
  readonly reason: string;
  /** When it failed first. */
  readonly since: number;
  /** Null once the customer's data is deleted. */
  readonly customer: VisitCustomer | null;
}

export interface FailedRefund extends Failure {
  readonly kind: 'refund';
  readonly cents: number;
}

export interface UnsentMail extends Failure {
  readonly kind: 'mail';
  readonly to: 'customer' | 'owner';
  /** What it would have told the customer, as the end of a sentence. */
  readonly tells: string;
}

export type AttentionItem = FailedRefund | UnsentMail;
