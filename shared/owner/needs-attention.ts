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

interface Failure {
  readonly failures: number;
  readonly reason: string;
}

interface Owed extends Item {
  readonly payment: string;
  readonly cents: number;
}

export type AttentionItem =
  | (Owed & Failure & { readonly kind: 'refund' })
  | (Owed & { readonly kind: 'owed' })
  | (Item & { readonly kind: 'dispute'; readonly cents: number; readonly reason: string; readonly due: number | null })
  /** `tells`: what it would have told the customer, as the end of a sentence. */
  | (Item & Failure & { readonly kind: 'mail'; readonly to: 'customer' | 'owner'; readonly tells: string })
  | (Item & Failure & { readonly kind: 'webhook'; readonly type: string })
  | (Item & { readonly kind: 'bounce'; readonly how: 'bounced' | 'complained'; readonly customer: VisitCustomer })
  /** A late cancellation: the payment goes back if its time is booked, or if the owner refunds it. */
  | (Item & {
      readonly kind: 'forfeit';
      readonly slot: Slot;
      readonly cents: number;
      readonly isPaidOutside: boolean;
    });

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
  readonly lateMail: { readonly since: number; readonly failures: number } | null;
  /** Failures and reason are the first message's; the reason is empty if none has failed since startup. */
  readonly lateWebhooks: (Failure & { readonly waiting: number; readonly since: number }) | null;
  readonly items: readonly AttentionItem[];
  readonly total: number;
  readonly dismissed: readonly DismissedItem[];
}
