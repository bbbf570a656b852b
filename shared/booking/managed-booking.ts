import type { BookingView, MANAGED_FIELDS, SUMMARY_FIELDS } from './booking-view.ts';
import type { DayAvailability } from './availability.ts';
import type { CivilDate } from '../civil-date.ts';
import type { PersonalDetails } from './booking-fields.ts';
import type { HistoryLine } from './history.ts';
import type { BookingPhoto } from './photos.ts';
import type { Unit } from './session-type.ts';

/** Forfeited: canceled too late, the payment kept unless the slot is sold again. */
export type PaidState = 'confirmed' | 'cancelled' | 'forfeited' | 'refunded' | 'completed' | 'no-show';

export function whyLost(state: PaidState, reason: RefundReason | null): 'slot-lost' | 'traded' | null {
  return state === 'refunded' && (reason === 'slot-lost' || reason === 'traded') ? reason : null;
}

export type RefundProgress = 'none' | 'requested' | 'succeeded' | 'failed';

/** From the owner: `goodwill` after a late cancellation, `after-visit` after a visit or no-show. */
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
  | 'by-hand'
  | 'dispute';

/** Best first. `forfeit`: kept unless sold again. `keep`: part of the slot can no longer be booked. */
export const CANCEL_OUTCOMES = ['refund', 'forfeit', 'keep'] as const;
export type CancelOutcome = (typeof CANCEL_OUTCOMES)[number];

export const VISITS_CHOICES = ['keep', 'cancel'] as const;
export type VisitsChoice = (typeof VISITS_CHOICES)[number];

export interface VisitMoney {
  readonly isOutside: boolean;
  readonly paidCents: number;
  /** Requested or completed: `refundingCents` includes `refundedCents`. */
  readonly refundingCents: number;
  readonly refundedCents: number;
  readonly isWithheld: boolean;
  readonly refund: RefundProgress;
  readonly reason: RefundReason | null;
  readonly surplus: { readonly cents: number; readonly refund: Exclude<RefundProgress, 'none'> } | null;
}

export interface ManagedBooking extends Pick<BookingView, (typeof MANAGED_FIELDS)[number]> {
  readonly kind: 'booking';
  readonly state: PaidState;
  readonly today: CivilDate;
  readonly isOver: boolean;
  readonly visit:
    | (PersonalDetails &
        Pick<BookingView, 'area' | 'tasks'> & {
          readonly photos: readonly BookingPhoto[];
          readonly canAddPhotos: boolean;
        })
    | null;
  readonly now: {
    readonly canReschedule: boolean;
    readonly cancel: CancelOutcome | null;
  };
  readonly money: VisitMoney;
  /** While a late cancellation's payment is kept: which units were sold again, and whether the others can be. */
  readonly forfeiture: {
    readonly units: readonly { readonly unit: Unit; readonly isRefilled: boolean }[];
    readonly isFinal: boolean;
  } | null;
  readonly history: readonly HistoryLine[];
  readonly receipt: {
    readonly paidAt: number;
    readonly cents: number;
    readonly refunds: readonly {
      readonly cents: number;
      readonly at: number;
      readonly progress: Exclude<RefundProgress, 'none'>;
      readonly reason: RefundReason;
    }[];
  };
  readonly calendarPath: string | null;
  /** The booking is open in this browser without an account. */
  readonly canForget: boolean;
  /** Not with the mailed link alone. */
  readonly canCorrect: boolean;
  /** `with-account`: by deleting the account. `to-choose`: a visit is ahead. `after-visit`: as they chose. */
  readonly forgetting: 'with-account' | 'at-once' | 'to-choose' | 'after-visit';
}

/** `replaced`: the link was valid until a move or correction. `forgotten`: until the customer's data was deleted. */
export type BookingPageView = ManagedBooking | { readonly kind: 'replaced' | 'forgotten' };

/** The first line has all requested days, later ones the changed days. A line without days is a heartbeat. */
export interface AvailabilityChange {
  readonly today: CivilDate;
  readonly days: readonly DayAvailability[];
}

export const BOOKING_FILTERS = ['all', 'upcoming', 'completed', 'cancelled'] as const;
export type BookingFilter = (typeof BOOKING_FILTERS)[number];

export const SUMMARY_MONEY = ['paidCents', 'refundedCents', 'isOutside', 'refund', 'reason'] as const;

export interface BookingSummary
  extends Pick<BookingView, (typeof SUMMARY_FIELDS)[number]>, Pick<VisitMoney, (typeof SUMMARY_MONEY)[number]> {
  readonly state: PaidState;
  readonly isUpcoming: boolean;
  readonly today: CivilDate;
  /** It was booked with the account, and the visit is ahead. */
  readonly canCorrect: boolean;
  readonly next: 'change' | 'add-to-calendar' | 'receipt' | 'book-again';
}

export interface DashboardCards {
  readonly nextVisit: BookingSummary | null;
  readonly freeChanges: BookingSummary | null;
  readonly money: {
    readonly paidCents: number;
    readonly refundingCents: number;
    readonly refundedCents: number;
    readonly failingCents: number;
  };
}

export interface Dashboard {
  readonly cards: DashboardCards;
  /** At most five, in the order of a `BookingList`. */
  readonly rows: readonly BookingSummary[];
  readonly total: number;
}

/** Upcoming ones first, soonest on top; then past ones, latest on top. */
export interface BookingList {
  readonly rows: readonly BookingSummary[];
  readonly counts: Readonly<Record<BookingFilter, number>>;
  readonly page: number;
  readonly pages: number;
}

/** Id in the address that a link leads to if it opens no booking. */
export const UNKNOWN_BOOKING = 'unknown';

export function bookingPath(eventId: string): string {
  return `/booking/${encodeURIComponent(eventId)}`;
}

/** Parameter after a mailed link, until a request shows that the browser keeps cookies. */
export const FROM_LINK = 'from-link';

export function linkedBookingPath(eventId: string): string {
  return `${bookingPath(eventId)}?${FROM_LINK}`;
}

export function correctionPath(eventId: string): string {
  return `${bookingPath(eventId)}/details`;
}

export function reschedulePath(eventId: string): string {
  return `${bookingPath(eventId)}/reschedule`;
}

export function deleteDataPath(eventId: string): string {
  return `${bookingPath(eventId)}/delete-data`;
}

export function cancelPath(eventId: string): string {
  return `${bookingPath(eventId)}/cancel`;
}
