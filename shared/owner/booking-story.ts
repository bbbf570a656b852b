/** The whole story of one booking, for the owner. Instants are milliseconds, amounts cents. */
import type { BookingView, STORY_FIELDS } from '../booking/booking-view.ts';
import type { CivilDate } from '../civil-date.ts';
import type { Dispute } from '../booking/dispute.ts';
import type { Money } from '../booking/history.ts';
import type { RefundProgress, RefundReason } from '../booking/managed-booking.ts';
import type { VisitCustomer } from './near-visits.ts';
import type { StoryLine } from './story-lines.ts';

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

export interface BookingStory extends Pick<BookingView, (typeof STORY_FIELDS)[number]> {
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
