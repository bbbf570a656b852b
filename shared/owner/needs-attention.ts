/** Instants are milliseconds. */
import type { Slot } from '../booking/availability.ts';
import type { VisitCustomer } from './near-visits.ts';

/** Fixed words, so that the log gets no personal data. */
export const DISMISSALS = ['called', 'settled-elsewhere', 'not-needed'] as const;
export type Dismissal = (typeof DISMISSALS)[number];

interface Item {
  readonly id: string;
  readonly eventId: string;
  /** When it first failed, became due, or was canceled. */
  readonly since: number;
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
  readonly reason: string;
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
  readonly type: string;
}

export interface LateMail {
  readonly since: number;
  readonly failures: number;
}

export interface LateWebhooks {
  readonly waiting: number;
  readonly since: number;
  /** Of the first message; the reason is empty if none has failed since startup. */
  readonly failures: number;
  readonly reason: string;
}

/** The payment goes back if its time is booked, or if the owner refunds it. */
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
  readonly writeRefusal: string | null;
  readonly unrecorded: readonly UnrecordedVisit[];
  /** More than the list has space for. */
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
