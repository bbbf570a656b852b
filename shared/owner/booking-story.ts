/** The whole story of one booking, for the owner. Instants are milliseconds, amounts cents. */
import type { Slot } from '../booking/availability.ts';
import type { CivilDate } from '../civil-date.ts';
import type { CorrectedField } from '../booking/corrected-fields.ts';
import type { Dispute } from '../booking/dispute.ts';
import type { NoticePolicy } from '../booking/notice-policy.ts';
import type { PaidState, RefundProgress, RefundReason } from '../booking/managed-booking.ts';
import type { SessionType, Unit } from '../booking/session-type.ts';
import type { VisitCustomer } from './near-visits.ts';

interface Money {
  readonly cents: number;
  readonly currency: string;
}

/** What an event says. `payment`, `checkout` and `refund` are ids of the payment provider. */
export type StoryFact =
  | { readonly kind: 'held'; readonly slot: Slot; readonly cents: number; readonly until: number }
  | { readonly kind: 'taken-by-phone'; readonly slot: Slot; readonly cents: number }
  | { readonly kind: 'details-revised' }
  | { readonly kind: 'photos-added'; readonly count: number }
  | { readonly kind: 'photo-removed' }
  | { readonly kind: 'checkout-opened'; readonly checkout: string }
  | { readonly kind: 'hold-ended'; readonly cause: 'lapsed' | 'replaced' }
  | { readonly kind: 'reclaimed'; readonly slot: Slot }
  | ({ readonly kind: 'paid'; readonly payment: string } & Money)
  | ({ readonly kind: 'paid-outside' } & Money)
  | {
      readonly kind: 'booked';
      readonly slot: Slot;
      readonly cents: number;
      readonly freeChangesThrough: CivilDate | null;
    }
  | ({
      readonly kind: 'refund-requested';
      readonly payment: string;
      readonly reason: RefundReason;
      readonly isOutside: boolean;
    } & Money)
  | ({ readonly kind: 'refunded-by-hand'; readonly payment: string; readonly refund: string } & Money)
  | { readonly kind: 'hand-refund-failed'; readonly refund: string; readonly reason: string }
  | ({ readonly kind: 'disputed'; readonly payment: string; readonly currency: string } & Dispute)
  | { readonly kind: 'refund-settled' }
  /** Null once the customer's data is deleted. */
  | { readonly kind: 'message'; readonly text: string | null }
  | { readonly kind: 'refund-succeeded'; readonly payment: string; readonly refund: string }
  | { readonly kind: 'refund-retried'; readonly payment: string }
  | { readonly kind: 'refund-failed'; readonly payment: string; readonly attempt: number; readonly reason: string }
  | {
      readonly kind: 'moved';
      readonly from: Slot;
      readonly to: Slot;
      readonly freeChangesThrough: CivilDate | null;
    }
  | { readonly kind: 'cancelled'; readonly side: 'customer' | 'owner' }
  | { readonly kind: 'forfeited'; readonly slot: Slot }
  | { readonly kind: 'units-refilled'; readonly units: readonly Unit[]; readonly cause: 'sale' | 'closure' }
  | { readonly kind: 'refilled' }
  | { readonly kind: 'forfeiture-final' }
  | { readonly kind: 'completed' }
  | { readonly kind: 'completion-undone' }
  | { readonly kind: 'no-show' }
  | { readonly kind: 'no-show-undone' }
  | { readonly kind: 'reminder'; readonly about: 'last-free-day' | 'day-before' }
  | { readonly kind: 'links-requested' }
  | { readonly kind: 'adopted' }
  | { readonly kind: 'email-changed' }
  | {
      readonly kind: 'details-corrected';
      readonly fields: readonly CorrectedField[];
      readonly side: 'customer' | 'owner';
    }
  | { readonly kind: 'kept' }
  | { readonly kind: 'forgetting-requested' }
  | { readonly kind: 'kept-visit-over' }
  | { readonly kind: 'forgotten' }
  | { readonly kind: 'mail-returned'; readonly how: 'bounced' | 'complained' };

/** An event of the log about the booking. */
export type StoryLine = StoryFact & {
  /** Its position in the log. */
  readonly position: number;
  readonly at: number;
  /** The name of the admin who did it; null when no admin did, or the admin's account is deleted. */
  readonly admin: string | null;
};

/** A payment and its refund. The ids are the payment provider's. */
export interface StoryPayment extends Money {
  readonly payment: string;
  /** Whether it was paid to the owner directly, who also gives it back. */
  readonly isOutside: boolean;
  readonly refund: RefundProgress;
  readonly refundReason: RefundReason | null;
  readonly refundId: string | null;
  /** Cents that the site has to refund, or has refunded; null for none. */
  readonly refundCents: number | null;
  /** Refunds of it that the owner made in the payment account. */
  readonly byHand: readonly { readonly refund: string; readonly amount: number }[];
  readonly disputes: readonly Dispute[];
  /** Failures of the refund, and why it failed last. */
  readonly failures: number;
  readonly failure: string | null;
}

/** A mail about the booking. */
export interface StoryMail {
  /** The position of the event that it is about. */
  readonly position: number;
  readonly at: number;
  readonly to: 'customer' | 'owner';
  /** Null when it can no longer be written. */
  readonly subject: string | null;
  /** The kind of a reminder; null for any other mail. */
  readonly reminder: 'last-free-day' | 'day-before' | null;
  readonly state: 'sent' | 'waiting' | 'failed';
  /** Why it failed: why the mail provider refused it, or how it came back. Null unless it failed. */
  readonly reason: string | null;
}

/** Actions of the owner that the booking allows now; the server decides again on each request. */
export interface StoryActions {
  readonly complete: boolean;
  readonly noShow: boolean;
  /** Until when the recorded completion or no-show can be undone, in milliseconds; null when there is nothing to undo. */
  readonly undoUntil: number | null;
  /** What canceling does; null when it can't be canceled. */
  readonly cancel: {
    /** Cents that go back; 0 when nothing was paid. */
    readonly cents: number;
    /** Whether other customers can book its time then. */
    readonly reopens: boolean;
  } | null;
  /** Whether the customer's details can be corrected. */
  readonly correct: boolean;
  /** The cents that a goodwill refund sends back: after a late cancellation, a visit, or a no-show; null when there is none. */
  readonly goodwillCents: number | null;
}

export interface BookingStory extends Slot {
  readonly eventId: string;
  readonly service: SessionType;
  readonly state: PaidState | 'held' | 'expired';
  readonly area: string;
  /** Slugs of services. */
  readonly tasks: readonly string[];
  readonly priceCents: number;
  /** Whether it was booked by phone and paid to the owner directly. */
  readonly isPaidOutside: boolean;
  readonly freeChangesThrough: CivilDate | null;
  readonly policy: NoticePolicy | null;
  /** Today's date in the business time zone. */
  readonly today: CivilDate;
  /** Null once the customer's data is deleted. */
  readonly customer: VisitCustomer | null;
  readonly payments: readonly StoryPayment[];
  /** Oldest first. */
  readonly mails: readonly StoryMail[];
  /** Oldest first. */
  readonly lines: readonly StoryLine[];
  readonly actions: StoryActions;
}

/** The path of a booking's page for the owner. */
export function ownersBookingPath(eventId: string): string {
  return `/app/admin/bookings/${encodeURIComponent(eventId)}`;
}
