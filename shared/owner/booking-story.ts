/** A booking's events for the owner. Instants are milliseconds, amounts cents. */
import type { BookingView, STORY_FIELDS } from '../booking/booking-view.ts';
import type { CivilDate } from '../civil-date.ts';
import type { Dispute } from '../booking/dispute.ts';
import type { Money } from '../booking/history.ts';
import type { RefundProgress, RefundReason } from '../booking/managed-booking.ts';
import type { VisitCustomer } from './near-visits.ts';
import type { StoryLine } from './story-lines.ts';

export interface StoryPayment extends Money {
  readonly payment: string;
  readonly isOutside: boolean;
  readonly refund: RefundProgress;
  readonly refundReason: RefundReason | null;
  readonly refundId: string | null;
  /** Cents that the site has to refund, or has refunded; null for none. */
  readonly refundCents: number | null;
  readonly byHand: readonly { readonly refund: string; readonly amount: number }[];
  readonly disputes: readonly Dispute[];
  readonly failures: number;
  readonly failure: string | null;
}

export interface StoryMail {
  readonly position: number;
  readonly at: number;
  readonly to: 'customer' | 'owner';
  readonly subject: string | null;
  readonly reminder: 'last-free-day' | 'day-before' | null;
  readonly state: 'sent' | 'waiting' | 'failed';
  /** Why the provider refused or returned it. */
  readonly reason: string | null;
}

export interface StoryActions {
  readonly complete: boolean;
  readonly noShow: boolean;
  /** In milliseconds; null if there is no completion or no-show to undo. */
  readonly undoUntil: number | null;
  readonly cancel: {
    /** Cents to refund; 0 if nothing was paid. */
    readonly cents: number;
    readonly reopens: boolean;
  } | null;
  readonly correct: boolean;
  /** Null if nothing can be refunded. */
  readonly goodwillCents: number | null;
}

export interface BookingStory extends Pick<BookingView, (typeof STORY_FIELDS)[number]> {
  readonly today: CivilDate;
  readonly customer: VisitCustomer | null;
  readonly payments: readonly StoryPayment[];
  readonly mails: readonly StoryMail[];
  readonly lines: readonly StoryLine[];
  readonly actions: StoryActions;
}

export function ownersBookingPath(eventId: string): string {
  return `/app/admin/bookings/${encodeURIComponent(eventId)}`;
}
