/** A booking as seen and changed by a caller with access to it: by its manage link, or signed in as its customer. */
import type { BookingView, MANAGED_FIELDS, SUMMARY_FIELDS } from './booking-view.ts';
import type { DayAvailability } from './availability.ts';
import type { CivilDate } from '../civil-date.ts';
import type { PersonalDetails } from './booking-fields.ts';
import type { HistoryLine } from './history.ts';
import type { BookingPhoto } from './photos.ts';
import type { Unit } from './session-type.ts';

/** State of a booking after payment. Forfeited: cancelled too late, the payment kept unless the slot is sold again. */
export type PaidState = 'confirmed' | 'cancelled' | 'forfeited' | 'refunded' | 'completed' | 'no-show';

/** Why a paid slot never became a visit; null for one that did. */
export function whyLost(state: PaidState, reason: RefundReason | null): 'slot-lost' | 'traded' | null {
  return state === 'refunded' && (reason === 'slot-lost' || reason === 'traded') ? reason : null;
}

export type RefundProgress = 'none' | 'requested' | 'succeeded' | 'failed';

/** Why a payment is refunded. The owner gives it back: `goodwill` after a late cancellation, `after-visit` after a visit or a no-show. */
export type RefundReason =
  | 'slot-lost'
  | 'traded'
  | 'paid-twice'
  | 'wrong-amount'
  | 'cancelled'
  | 'cancelled-by-owner'
  | 'refilled'
  | 'goodwill'
  | 'after-visit'
  /** The owner refunded it at the payment provider. */
  | 'by-hand'
  /** The customer got it back by a dispute. */
  | 'dispute';

/**
 * Outcomes of a cancellation by the customer, best first: the payment is refunded; it is kept unless the slot is sold again; it
 * is kept, because part of the slot can no longer be booked.
 */
export const CANCEL_OUTCOMES = ['refund', 'forfeit', 'keep'] as const;
export type CancelOutcome = (typeof CANCEL_OUTCOMES)[number];

/** What a customer who has their data deleted can choose for visits ahead. */
export const VISITS_CHOICES = ['keep', 'cancel'] as const;
export type VisitsChoice = (typeof VISITS_CHOICES)[number];

/** What was paid for a visit and what of it is refunded; payments beyond the price are counted apart. */
export interface VisitMoney {
  /** Whether it was paid directly to the business, which also gives it back that way: booked by phone. */
  readonly isOutside: boolean;
  readonly paidCents: number;
  /** Refunds requested or completed: `refundingCents` includes `refundedCents`. */
  readonly refundingCents: number;
  readonly refundedCents: number;
  /** Whether a refund, also one yet to be requested, waits until the customer's bank has decided a dispute. */
  readonly isWithheld: boolean;
  readonly refund: RefundProgress;
  readonly reason: RefundReason | null;
  /** Money beyond the price. It is refunded at once, whatever happens to the visit; null when there is none. */
  readonly surplus: { readonly cents: number; readonly refund: Exclude<RefundProgress, 'none'> } | null;
}

export interface ManagedBooking extends Pick<BookingView, (typeof MANAGED_FIELDS)[number]> {
  readonly kind: 'booking';
  readonly state: PaidState;
  /** Today's date in the business time zone. */
  readonly today: CivilDate;
  /** Whether its hours have passed; also true for a canceled visit. */
  readonly isOver: boolean;
  /** Null once the customer is forgotten. */
  readonly visit:
    | (PersonalDetails &
        Pick<BookingView, 'area' | 'tasks'> & {
          readonly photos: readonly BookingPhoto[];
          /** Whether its customer can add photos now. */
          readonly canAddPhotos: boolean;
        })
    | null;
  /** What can be changed now; the server decides again on each request. */
  readonly now: {
    readonly canReschedule: boolean;
    /** Null when there is nothing to cancel: the visit is over or has begun. */
    readonly cancel: CancelOutcome | null;
  };
  readonly money: VisitMoney;
  /** While a late cancellation's payment is kept: which of its units were sold again, and whether the others still can be. */
  readonly forfeiture: {
    readonly units: readonly { readonly unit: Unit; readonly isRefilled: boolean }[];
    readonly isFinal: boolean;
  } | null;
  readonly history: readonly HistoryLine[];
  readonly receipt: {
    /** When it was paid, in milliseconds. */
    readonly paidAt: number;
    readonly cents: number;
    readonly refunds: readonly {
      readonly cents: number;
      readonly at: number;
      readonly progress: Exclude<RefundProgress, 'none'>;
      readonly reason: RefundReason;
    }[];
  };
  /** Path of the calendar file; null when there is no visit. */
  readonly calendarPath: string | null;
  /** Whether this browser can forget it: the booking is open there without an account. */
  readonly canForget: boolean;
  /** Whether this visitor can correct the details: not with the mailed link alone. */
  readonly canCorrect: boolean;
  /**
   * How its customer has their data deleted: with the account that owns the booking; at once, because no visit is ahead; after
   * choosing what happens to the visit ahead; or it follows after the visit, as they chose.
   */
  readonly forgetting: 'with-account' | 'at-once' | 'to-choose' | 'after-visit';
}

/**
 * A booking as its page receives it. Replaced: the link was valid until the booking was moved or its details corrected; the newest mail contains the valid
 * one. Forgotten: it was valid until the customer's data was deleted.
 */
export type BookingPageView = ManagedBooking | { readonly kind: 'replaced' | 'forgotten' };

/**
 * One line of live availability: the first has every requested day, each further one the changed days. A line without days is a
 * heartbeat.
 */
export interface AvailabilityChange {
  readonly today: CivilDate;
  readonly days: readonly DayAvailability[];
}

/** Filters of a customer's list of bookings. */
export const BOOKING_FILTERS = ['all', 'upcoming', 'completed', 'cancelled'] as const;
export type BookingFilter = (typeof BOOKING_FILTERS)[number];

/** A booking as a line of the dashboard. */
export interface BookingSummary extends Pick<BookingView, (typeof SUMMARY_FIELDS)[number]> {
  readonly state: PaidState;
  readonly isUpcoming: boolean;
  readonly paidCents: number;
  readonly refundedCents: number;
  /** Whether it was paid directly to the business, which also gives it back that way. */
  readonly isOutside: boolean;
  readonly refund: RefundProgress;
  /** Why that refund was requested. */
  readonly reason: RefundReason | null;
  /** Today's date in the business time zone. */
  readonly today: CivilDate;
  /** Whether its details can be corrected: it was booked with the account, and the visit is ahead. */
  readonly canCorrect: boolean;
  /** The most useful next action. */
  readonly next: 'change' | 'add-to-calendar' | 'receipt' | 'book-again';
}

/** The three cards at the top of the dashboard. */
export interface DashboardCards {
  readonly nextVisit: BookingSummary | null;
  /** The upcoming booking whose free changes end first; null when none can be changed free. */
  readonly freeChanges: BookingSummary | null;
  /** `refundingCents` counts all requested refunds, completed or not. */
  readonly money: {
    readonly paidCents: number;
    readonly refundingCents: number;
    readonly refundedCents: number;
    readonly failingCents: number;
  };
}

/** The dashboard in the order in which it is streamed: first the cards, then the rows. */
export type DashboardPart =
  | { readonly part: 'cards'; readonly cards: DashboardCards }
  | { readonly part: 'rows'; readonly rows: readonly BookingSummary[]; readonly total: number };

/** A customer's bookings under a filter: upcoming ones first, soonest on top; then past ones, latest on top. */
export interface BookingList {
  readonly rows: readonly BookingSummary[];
  readonly counts: Readonly<Record<BookingFilter, number>>;
  readonly page: number;
  readonly pages: number;
}

/** Stands for the id of a booking in an address that has none: a link that opens nothing leads there. */
export const UNKNOWN_BOOKING = 'unknown';

/** Path of a booking's page. */
export function bookingPath(eventId: string): string {
  return `/booking/${encodeURIComponent(eventId)}`;
}

/** Parameter of a booking's address after a mailed link, until a request shows that the browser keeps cookies. */
export const FROM_LINK = 'from-link';

/** Where a mailed link leads. */
export function linkedBookingPath(eventId: string): string {
  return `${bookingPath(eventId)}?${FROM_LINK}`;
}

/** Path of the page on which a customer corrects the details of a visit. */
export function correctionPath(eventId: string): string {
  return `${bookingPath(eventId)}/details`;
}

/** Path of the page that moves a visit. */
export function reschedulePath(eventId: string): string {
  return `${bookingPath(eventId)}/reschedule`;
}

/** Path of the page that deletes the customer's data after showing what that means. */
export function deleteDataPath(eventId: string): string {
  return `${bookingPath(eventId)}/delete-data`;
}

/** Path of the page that confirms a cancellation after showing its outcome. */
export function cancelPath(eventId: string): string {
  return `${bookingPath(eventId)}/cancel`;
}
