/** Instants are milliseconds. */
import type { Slot } from '../booking/availability.ts';
import type { VisitCustomer } from './near-visits.ts';

/** Fixed words, so that the log gets no personal data. */
export const DISMISSALS = ['called', 'settled-elsewhere', 'not-needed'] as const;
export type Dismissal = (typeof DISMISSALS)[number];

interface Item {
  readonly id: string;
  readonly eventId: string;
  /** When it failed first, since when it is owed, or when the visit was canceled. */
  readonly since: number;
  /** Null once the customer's data is deleted. */
  readonly customer: VisitCustomer | null;
}

interface Failure extends Item {
  readonly failures: number;
  readonly reason: string;
}

export interface FailedRefund extends Failure {
  readonly kind: 'refund';
  readonly payment: string;
  readonly cents: number;
}

export interface OpenDispute extends Item {
  readonly kind: 'dispute';
  readonly cents: number;
  /** In the provider's words. */
  readonly reason: string;
  /** Null when the provider names no date. */
  readonly due: number | null;
}

export interface OwedRefund extends Item {
  readonly kind: 'owed';
  readonly payment: string;
  readonly cents: number;
}

export interface UnsentMail extends Failure {
  readonly kind: 'mail';
  readonly to: 'customer' | 'owner';
  /** What it would have told the customer, as the end of a sentence. */
  readonly tells: string;
}

export interface ReturnedMail extends Item {
  readonly kind: 'bounce';
  readonly how: 'bounced' | 'complained';
  readonly customer: VisitCustomer;
}

export interface UnsentWebhook extends Failure {
  readonly kind: 'webhook';
  /** Such as `booking.confirmed`. */
  readonly type: string;
}

export interface LateMail {
  readonly since: number;
  readonly failures: number;
}

export interface LateWebhooks {
  readonly waiting: number;
  readonly since: number;
  /** Of the first message, and why the last one failed; empty when none has failed since startup. */
  readonly failures: number;
  readonly reason: string;
}

/** Its time is open again: the payment goes back if it is booked, or if the owner refunds it. */
export interface LateCancellation extends Item {
  readonly kind: 'forfeit';
  readonly slot: Slot;
  readonly cents: number;
  readonly isPaidOutside: boolean;
}

export type AttentionItem =
  | FailedRefund
  | OpenDispute
  | OwedRefund
  | UnsentMail
  | ReturnedMail
  | UnsentWebhook
  | LateCancellation;

export interface UnrecordedVisit extends Slot {
  readonly eventId: string;
  /** Null once the customer's data is deleted. */
  readonly customer: VisitCustomer | null;
}

export interface DismissedItem {
  readonly item: AttentionItem;
  readonly reason: Dismissal;
  readonly at: number;
}

export interface BackupTrouble {
  readonly since: number;
  readonly reason: string;
}

export interface NeedsAttention {
  /** Null when everything is saved. */
  readonly writeRefusal: string | null;
  readonly unrecorded: readonly UnrecordedVisit[];
  /** Also those that the list has no space for. */
  readonly unrecordedTotal: number;
  /** Why the configured sender reaches no customers, and what to do. */
  readonly sender: string | null;
  readonly backup: BackupTrouble | null;
  readonly lateMail: LateMail | null;
  readonly lateWebhooks: LateWebhooks | null;
  readonly items: readonly AttentionItem[];
  readonly total: number;
  readonly dismissed: readonly DismissedItem[];
}
