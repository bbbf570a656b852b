/** What may be seen and changed of a booking by whoever holds its manage link, or is signed in as its customer. */
import type { DayAvailability, Slot } from './availability.ts';
import type { CivilDate } from './civil-date.ts';
import type { Policy } from './fixed-terms.ts';
import type { Claim, SessionType, Unit } from './session-type.ts';

/** Where a booking stands once it was paid. Forfeited: cancelled too late, the payment kept unless the time sells again. */
export type PaidState = 'confirmed' | 'cancelled' | 'forfeited' | 'refunded' | 'completed' | 'no-show';

/** Why time that was paid for never became a visit; null for one that did. */
export function whyLost(state: PaidState, reason: RefundReason | null): 'slot-lost' | 'traded' | null {
  return state === 'refunded' && (reason === 'slot-lost' || reason === 'traded') ? reason : null;
}

export type RefundProgress = 'none' | 'requested' | 'succeeded' | 'failed';

/** Why money goes back. */
export type RefundReason =
  | 'slot-lost'
  | 'traded'
  | 'paid-twice'
  | 'wrong-amount'
  | 'cancelled'
  | 'cancelled-by-owner'
  | 'refilled'
  | 'goodwill';

interface HistoryMoney {
  readonly cents: number;
  /** Its code, when it is not the one that prices are in. */
  readonly currency?: string;
}

/** Something that happened to a booking, with its instant in milliseconds; earliest first in a history. */
export type HistoryLine = { readonly at: number } & (
  | { readonly kind: 'booked'; readonly slot: Slot; readonly cents: number }
  /** Money that came in beside the payment for the visit; it always goes back. */
  | ({ readonly kind: 'paid' } & HistoryMoney)
  | { readonly kind: 'moved'; readonly from: Slot; readonly to: Slot }
  | { readonly kind: 'cancelled'; readonly by: 'customer' | 'owner' }
  | { readonly kind: 'forfeited'; readonly cents: number }
  /** Half of a day that was cancelled late was sold again, or closed by the owner, and the other half was not yet. */
  | { readonly kind: 'half-refilled'; readonly unit: Unit; readonly by: 'sale' | 'closure' }
  | { readonly kind: 'refilled' }
  | { readonly kind: 'forfeiture-final' }
  | ({ readonly kind: 'refund-requested'; readonly reason: RefundReason } & HistoryMoney)
  /** The first time a refund did not go through; it is tried again by itself. */
  | ({ readonly kind: 'refund-delayed' } & HistoryMoney)
  | ({ readonly kind: 'refund-succeeded' } & HistoryMoney)
  | { readonly kind: 'completed' }
  | { readonly kind: 'no-show' }
  | { readonly kind: 'no-show-undone' }
);

/**
 * What a cancellation by the customer would do now: the money goes back; or it is kept unless the time sells again; or it is
 * kept, as part of the time can no longer be booked. The best for them first.
 */
export const CANCEL_OUTCOMES = ['refund', 'forfeit', 'keep'] as const;
export type CancelOutcome = (typeof CANCEL_OUTCOMES)[number];

/** What the owner of an account decides about visits ahead when they delete it. */
export const VISITS_CHOICES = ['keep', 'cancel'] as const;
export type VisitsChoice = (typeof VISITS_CHOICES)[number];

/** What was paid for a visit and what of it goes back; apart from it, what was paid beyond the price. */
export interface VisitMoney {
  readonly paidCents: number;
  /** On their way back and back already: `refundingCents` includes `refundedCents`. */
  readonly refundingCents: number;
  readonly refundedCents: number;
  readonly refund: RefundProgress;
  readonly reason: RefundReason | null;
  /** Goes back at once, whatever becomes of the visit; null when there is none. */
  readonly surplus: { readonly cents: number; readonly refund: Exclude<RefundProgress, 'none'> } | null;
}

export interface ManagedBooking {
  readonly kind: 'booking';
  readonly eventId: string;
  readonly service: SessionType;
  readonly date: CivilDate;
  readonly claim: Claim;
  readonly state: PaidState;
  /** The business's own date now. */
  readonly today: CivilDate;
  /** Whether its hours have passed, whatever became of it. */
  readonly isOver: boolean;
  /** Null once the person is forgotten. */
  readonly visit: {
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly address: string;
    readonly area: string;
    readonly notes: string;
    /** Slugs of the catalogue. */
    readonly tasks: readonly string[];
  } | null;
  /** The last date, to its end, of free changes; null when there never was one, or none is left since it was moved. */
  readonly freeChangesThrough: CivilDate | null;
  /** Null of time that was lost before it was booked: nothing was fixed for it. */
  readonly policy: Policy | null;
  /** What can be done now; the server decides again when it is asked to. */
  readonly now: {
    readonly canReschedule: boolean;
    /** Null when there is nothing to cancel: it is over, or has begun. */
    readonly cancel: CancelOutcome | null;
  };
  readonly money: VisitMoney;
  /** While a late cancellation's payment is kept: which of its units have been sold again, and whether any still can be. */
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
  /** The calendar file; null when there is no visit. */
  readonly calendarPath: string | null;
  /** Whether this browser can forget it: it is open there without an account. */
  readonly canForget: boolean;
}

/**
 * What a page about a booking is told. Replaced: the link was good until the booking was moved; the newest mail has the one
 * that is good now.
 */
export type BookingView = ManagedBooking | { readonly kind: 'replaced' };

/**
 * Availability as it changes: the first line has every day asked for, each further one the days that have changed, none of
 * them when it only says that the line still stands.
 */
export interface AvailabilityChange {
  readonly today: CivilDate;
  readonly days: readonly DayAvailability[];
}

/** Which of a person's bookings to list. */
export const BOOKING_FILTERS = ['all', 'upcoming', 'completed', 'cancelled'] as const;
export type BookingFilter = (typeof BOOKING_FILTERS)[number];

/** A booking as a line of the dashboard. */
export interface BookingSummary {
  readonly eventId: string;
  readonly service: SessionType;
  readonly date: CivilDate;
  readonly claim: Claim;
  readonly area: string;
  readonly state: PaidState;
  readonly isUpcoming: boolean;
  readonly paidCents: number;
  readonly refundedCents: number;
  readonly refund: RefundProgress;
  /** Of that refund. */
  readonly reason: RefundReason | null;
  readonly freeChangesThrough: CivilDate | null;
  /** The business's own date now. */
  readonly today: CivilDate;
  /** The one thing to do next. */
  readonly next: 'change' | 'add-to-calendar' | 'receipt' | 'book-again';
}

/** The three cards at the top of the dashboard. */
export interface DashboardCards {
  readonly nextVisit: BookingSummary | null;
  /** The upcoming booking whose free changes end first; null when none can be changed free. */
  readonly freeChanges: BookingSummary | null;
  /** `refundingCents` is all that has to go back: what did already, and what has not gone through yet, included. */
  readonly money: {
    readonly paidCents: number;
    readonly refundingCents: number;
    readonly refundedCents: number;
    readonly failingCents: number;
  };
}

/** The dashboard as it becomes known: cards first, then the rows. */
export type DashboardPart =
  | { readonly part: 'cards'; readonly cards: DashboardCards }
  | { readonly part: 'rows'; readonly rows: readonly BookingSummary[]; readonly total: number };

/** A person's bookings under a filter; upcoming first, the soonest on top, then the past, the latest on top. */
export interface BookingList {
  readonly rows: readonly BookingSummary[];
  readonly counts: Readonly<Record<BookingFilter, number>>;
  readonly page: number;
  readonly pages: number;
}

/** The page of one booking. */
export function bookingPath(eventId: string): string {
  return `/booking/${encodeURIComponent(eventId)}`;
}

/** Where another time is picked. */
export function reschedulePath(eventId: string): string {
  return `${bookingPath(eventId)}/reschedule`;
}

/** Where a cancellation is confirmed, having been told what becomes of the money. */
export function cancelPath(eventId: string): string {
  return `${bookingPath(eventId)}/cancel`;
}
