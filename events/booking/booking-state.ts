/** The state of a booking that rules read. Amounts are integer cents. */
import type { CivilDate } from '#shared/civil-date.ts';
import type { PaidState, RefundProgress, RefundReason } from '#shared/booking/managed-booking.ts';
import { type Dispute, isOpenDispute } from '#shared/booking/dispute.ts';
import { sumAmounts } from '#shared/money.ts';
import type { NoticePolicy } from '#shared/booking/notice-policy.ts';
import type { SessionType, Unit } from '#shared/booking/session-type.ts';

/** Personal data, encrypted in the log under the person's key so that it can be forgotten. */
export interface PersonalDetails {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly notes: string;
}

export const CURRENCY = 'usd';

/** Why the site refunds a payment. */
export type RefundCause = Exclude<RefundReason, 'by-hand' | 'dispute'>;

/** Reminders: the last day of free changes, and the visit on the day before. */
export type ReminderKind = 'last-free-day' | 'day-before';

/** Units of a date. */
export interface DateUnits {
  readonly date: CivilDate;
  readonly units: readonly Unit[];
}

export type BookingStatus = 'held' | 'expired' | PaidState;

export type RefundStatus = RefundProgress;

/** A payment for a booking, and its refund if there is one. */
export interface Payment {
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  readonly refund: RefundStatus;
  /** Set when the customer paid the owner directly: the owner also gives it back, without the payment provider. */
  readonly isOutside?: true;
  /** Why the refund was requested. */
  readonly refundCause?: RefundCause;
  /** The provider's id of the refund that it accepted last. */
  readonly refundId?: string;
  /** Refunds of it that the owner made at the provider; absent for none. */
  readonly byHand?: readonly { readonly refund: string; readonly amount: number }[];
  readonly disputes?: readonly Dispute[];
}

/** Cents of a payment that were not refunded by hand or lost in a dispute. */
export function centsLeft({ amount, byHand = [], disputes = [] }: Payment): number {
  const lost = disputes.filter(({ state }) => state === 'lost');
  return Math.max(0, amount - sumAmounts([...byHand, ...lost]));
}

/** Whether the provider refuses to refund it until a dispute is decided. */
export function isWithheld({ disputes = [] }: Payment): boolean {
  return disputes.some((dispute) => dispute.blocksRefund && isOpenDispute(dispute));
}

export interface Booking {
  readonly status: BookingStatus;
  readonly service: SessionType;
  readonly date: CivilDate;
  readonly units: readonly Unit[];
  readonly price: number;
  readonly currency: typeof CURRENCY;
  readonly expiresAt: number;
  /** Whether its visitor traded the slot for another one: a payment that still arrives for it is refunded. */
  readonly isTraded: boolean;
  readonly person: string;
  /** How often its customer's details changed since it was held. */
  readonly corrections: number;
  /** Whether the customer's personal data was forgotten. */
  readonly isForgotten: boolean;
  /** Checkouts opened at the payment provider, latest last. */
  readonly checkouts: readonly string[];
  readonly payments: readonly Payment[];
  /** Whether it was ever a paid visit: any further payment is a surplus. */
  readonly wasConfirmed: boolean;
  /** The last date of free changes (until its end); null when there is none. */
  readonly freeChangesThrough: CivilDate | null;
  /** The notice rule that it was confirmed under; null before. */
  readonly policy: NoticePolicy | null;
  /** How often it was moved. */
  readonly moves: number;
  /** Generation of the manage link that is valid: a move and a correction each replace the link by the next one. */
  readonly linkGeneration: number;
  /** Whether its forfeiture can no longer be refilled. */
  readonly isFinal: boolean;
  /** When the owner recorded that it took place, or a no-show, in milliseconds; null when neither is recorded. */
  readonly recordedAt: number | null;
  /** Reminders that were requested, as `reminderKey` writes them. */
  readonly reminders: readonly string[];
  /** When the links to all bookings of its address were last requested, in milliseconds. */
  readonly linksAskedAt: number | null;
  readonly account: string | null;
  /** Whether that account took over a guest's paid booking, because it has the booking's address. */
  readonly isAdopted: boolean;
  /** The deleted account that owned it, if its customer kept the visit. */
  readonly keptFrom: string | null;
  /** Ids of its photos, in the order in which they were added. */
  readonly photos: readonly string[];
  /** Ids of photos that it had: what they show is deleted. */
  readonly removedPhotos: readonly string[];
  /** Whether its customer keeps the visit, and is forgotten once its time is over. */
  readonly isForgottenAfterVisit: boolean;
}

/** Null before the slot was held. */
export type BookingState = Booking | null;

/** Whether a refund with this cause ends the booking. */
export function endsBooking(cause: RefundCause): boolean {
  return cause === 'slot-lost' || cause === 'traded' || cause === 'refilled' || cause === 'goodwill';
}

/** Whether it refunds a surplus: money beyond the price of the visit. Nothing else about the booking changes. */
export function isSurplus(cause: RefundCause): boolean {
  return cause === 'paid-twice' || cause === 'wrong-amount';
}

/** Payments of which no refund was requested. */
export function keptPayments(booking: Booking): readonly Payment[] {
  return booking.payments.filter(({ refund }) => refund === 'none');
}

/** Cents of the kept payments that can still be refunded. */
export function keptCents(booking: Booking): number {
  return keptPayments(booking).reduce((cents, payment) => cents + centsLeft(payment), 0);
}

/** Whether it was paid and no refund of that payment was requested. */
export function isPaidFor(booking: BookingState): boolean {
  return booking !== null && keptPayments(booking).length > 0;
}

/** Key of a reminder: one of each kind for each date that the visit is moved to. */
export function reminderKey(kind: ReminderKind, date: CivilDate): string {
  return `${kind}:${date}`;
}
