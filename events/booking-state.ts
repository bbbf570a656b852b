/** What rules know of a booking. Amounts are integer cents. */
import type { CivilDate } from '#shared/civil-date.ts';
import type { PaidState, RefundProgress, RefundReason } from '#shared/managed-booking.ts';
import type { SessionType, Unit } from '#shared/session-type.ts';

/** What may have to be forgotten; the log keeps it only encrypted under the person's key. */
export interface PersonalDetails {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly notes: string;
}

export const CURRENCY = 'usd';

/** Why money goes back. */
export type RefundCause = RefundReason;

/** What customers are reminded of: the last day of free changes, and the visit on the day before. */
export type ReminderKind = 'last-free-day' | 'day-before';

/** Units of a date. */
export interface DateUnits {
  readonly date: CivilDate;
  readonly units: readonly Unit[];
}

export type BookingStatus = 'held' | 'expired' | PaidState;

export type RefundStatus = RefundProgress;

/** Money taken for a booking, and whether it went back. */
export interface Payment {
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  readonly refund: RefundStatus;
  /** Why it was to go back. */
  readonly refundCause?: RefundCause;
  /** The provider's id of the refund that it accepted last. */
  readonly refundId?: string;
}

export interface Booking {
  readonly status: BookingStatus;
  readonly service: SessionType;
  readonly date: CivilDate;
  readonly units: readonly Unit[];
  readonly price: number;
  readonly currency: typeof CURRENCY;
  readonly expiresAt: number;
  /** Whether its visitor gave the slot up for another: money that still comes for it goes back. */
  readonly isTraded: boolean;
  readonly person: string;
  /** How often its visitor corrected their answers while it was held. */
  readonly corrections: number;
  /** Whether the person's data is gone. */
  readonly isForgotten: boolean;
  /** Checkouts opened at the payment provider, latest last. */
  readonly checkouts: readonly string[];
  readonly payments: readonly Payment[];
  /** Whether it ever was a paid visit: then any further payment is one too many. */
  readonly wasConfirmed: boolean;
  /** The last date, to its end, of free changes; null when there is none. */
  readonly freeChangesThrough: CivilDate | null;
  /** How often it was moved. */
  readonly moves: number;
  /** Whether a forfeiture can no longer be refilled. */
  readonly isFinal: boolean;
  /** What was reminded of, as `reminderKey` has it. */
  readonly reminders: readonly string[];
  /** When the links to all that was booked with its address were last asked for, in milliseconds. */
  readonly linksAskedAt: number | null;
  readonly account: string | null;
  /** The deleted account without which its customer keeps the visit; they are forgotten once its time is over. */
  readonly keptFrom: string | null;
}

/** Null before the slot was ever held. */
export type BookingState = Booking | null;

/** Whether a refund of this cause leaves nothing of the booking. */
export function endsBooking(cause: RefundCause): boolean {
  return cause === 'slot-lost' || cause === 'traded' || cause === 'refilled' || cause === 'goodwill';
}

/** Whether it returns money that was never wanted: beyond what the visit costs. Nothing else about the booking changes. */
export function isSurplus(cause: RefundCause): boolean {
  return cause === 'paid-twice' || cause === 'wrong-amount';
}

/** Money that stays with the business as things are. */
export function keptPayments(booking: Booking): readonly Payment[] {
  return booking.payments.filter(({ refund }) => refund === 'none');
}

/** Whether it was paid for and the money stays with the business as things are. */
export function isPaidFor(booking: BookingState): boolean {
  return booking !== null && keptPayments(booking).length > 0;
}

/** One reminder of a kind for each date the visit is moved to. */
export function reminderKey(kind: ReminderKind, date: CivilDate): string {
  return `${kind}:${date}`;
}
