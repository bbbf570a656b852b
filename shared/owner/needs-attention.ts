/** What the owner has to look at. Instants are milliseconds. */
import type { Slot } from '../booking/availability.ts';
import type { VisitCustomer } from './near-visits.ts';

/** Why the owner takes an item off the list that is not settled. Fixed words, so that the log gets no personal data. */
export const DISMISSALS = ['called', 'settled-elsewhere', 'not-needed'] as const;
export type Dismissal = (typeof DISMISSALS)[number];

interface Item {
  readonly id: string;
  /** The booking that it is about. */
  readonly eventId: string;
  /** When it failed first, since when it is owed, or when the visit was canceled. */
  readonly since: number;
  /** Null once the customer's data is deleted. */
  readonly customer: VisitCustomer | null;
}

interface Failure extends Item {
  readonly failures: number;
  /** Why it failed last. */
  readonly reason: string;
}

export interface FailedRefund extends Failure {
  readonly kind: 'refund';
  readonly payment: string;
  readonly cents: number;
}

/** A dispute that the owner has not answered. */
export interface OpenDispute extends Item {
  readonly kind: 'dispute';
  readonly cents: number;
  /** In the provider's words. */
  readonly reason: string;
  /** Until when evidence can be sent, in milliseconds; null when the provider names no date. */
  readonly due: number | null;
}

/** Money that the customer paid to the owner directly, and that the owner has to give back. */
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

/** An address from which mail came back: it gets no more. */
export interface ReturnedMail extends Item {
  readonly kind: 'bounce';
  /** Whether a mail bounced, or was reported as spam. */
  readonly how: 'bounced' | 'complained';
  readonly customer: VisitCustomer;
}

/** A webhook message that the provider refused for good. */
export interface UnsentWebhook extends Failure {
  readonly kind: 'webhook';
  /** Its event type, such as `booking.confirmed`. */
  readonly type: string;
}

/** Mail that waits, because the provider does not accept it at present. */
export interface LateMail {
  /** When the event happened that the first of it is about. */
  readonly since: number;
  /** Failed attempts at it. */
  readonly failures: number;
}

/** Webhook messages that wait, because the provider doesn't accept them. */
export interface LateWebhooks {
  /** Their number. */
  readonly waiting: number;
  /** When the first of the events that they are about happened. */
  readonly since: number;
  /** Failed attempts at the first message, and why the last one failed; empty when none has failed since the start. */
  readonly failures: number;
  readonly reason: string;
}

/** A late cancellation whose time is open again: its payment goes back if the time is booked, or if the owner refunds it. */
export interface LateCancellation extends Item {
  readonly kind: 'forfeit';
  /** The time that is open. */
  readonly slot: Slot;
  /** Cents that are kept so far. */
  readonly cents: number;
  /** Whether they were paid to the owner directly. */
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

/** A visit that is over, of which the owner has not recorded whether it took place. */
export interface UnrecordedVisit extends Slot {
  readonly eventId: string;
  /** Null once the customer's data is deleted. */
  readonly customer: VisitCustomer | null;
}

/** An item that the owner took off the list. */
export interface DismissedItem {
  readonly item: AttentionItem;
  readonly reason: Dismissal;
  readonly at: number;
}

/** The backup lacks events. */
export interface BackupTrouble {
  /** When the first of them happened. */
  readonly since: number;
  /** Why they were not copied, for the person who runs the server. */
  readonly reason: string;
}

export interface NeedsAttention {
  /** Why nothing can be saved; null when everything is. It passes, or an operator has to act. */
  readonly writeRefusal: string | null;
  /** The latest first. */
  readonly unrecorded: readonly UnrecordedVisit[];
  /** How many there are, also those that the list has no space for. */
  readonly unrecordedTotal: number;
  /** Why customers get no mail from the configured sender, and what to do; null when they do. It settles when the setting does. */
  readonly sender: string | null;
  /** Null while the backup is up to date. */
  readonly backup: BackupTrouble | null;
  /** Null while mail goes out. */
  readonly lateMail: LateMail | null;
  /** Null while webhook messages go out. */
  readonly lateWebhooks: LateWebhooks | null;
  /** Oldest first. */
  readonly items: readonly AttentionItem[];
  /** How many items there are, likewise. */
  readonly total: number;
  /** Items that are not settled; the last dismissed first. */
  readonly dismissed: readonly DismissedItem[];
}
