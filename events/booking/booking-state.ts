/** Amounts are integer cents. */
import type { CivilDate } from '#shared/civil-date.ts';
import type { PaidState, RefundProgress, RefundReason } from '#shared/booking/managed-booking.ts';
import { type Dispute, isOpenDispute } from '#shared/booking/dispute.ts';
import { sumAmounts } from '#shared/money.ts';
import type { NoticePolicy } from '#shared/booking/notice-policy.ts';
import type { SessionType, Unit } from '#shared/booking/session-type.ts';

export const CURRENCY = 'usd';

export type RefundCause = Exclude<RefundReason, 'by-hand' | 'dispute'>;

export type ReminderKind = 'last-free-day' | 'day-before';

export interface DateUnits {
  readonly date: CivilDate;
  readonly units: readonly Unit[];
}

export type BookingStatus = 'held' | 'expired' | PaidState;

export type RefundStatus = RefundProgress;

export interface Payment {
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  readonly refund: RefundStatus;
  /** Paid to the owner directly, who also gives it back. */
  readonly isOutside?: true;
  readonly refundCause?: RefundCause;
  /** The provider's id of the refund that it accepted last. */
  readonly refundId?: string;
  readonly byHand?: readonly { readonly refund: string; readonly amount: number }[];
  readonly disputes?: readonly Dispute[];
}

/** Cents that weren't refunded by hand or lost in a dispute. */
export function centsLeft({ amount, byHand = [], disputes = [] }: Payment): number {
  const lost = disputes.filter(({ state }) => state === 'lost');
  return Math.max(0, amount - sumAmounts([...byHand, ...lost]));
}

/** Whether the provider refuses refunds until a dispute is decided. */
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
  /** The visitor traded the slot: a payment that still arrives is refunded. */
  readonly isTraded: boolean;
  readonly person: string;
  readonly corrections: number;
  readonly isForgotten: boolean;
  readonly checkouts: readonly string[];
  readonly payments: readonly Payment[];
  /** It was ever a paid visit: any further payment is a surplus. */
  readonly wasConfirmed: boolean;
  /** Null if there is no such date. */
  readonly freeChangesThrough: CivilDate | null;
  readonly policy: NoticePolicy | null;
  readonly moves: number;
  /** Of the valid manage link: a move or correction replaces it. */
  readonly linkGeneration: number;
  readonly isFinal: boolean;
  /** When a completion or no-show was recorded, in milliseconds. */
  readonly recordedAt: number | null;
  readonly reminders: readonly string[];
  readonly linksAskedAt: number | null;
  readonly account: string | null;
  /** The account took over a guest's booking, because it has its address. */
  readonly isAdopted: boolean;
  /** The deleted account, if its customer kept the visit. */
  readonly keptFrom: string | null;
  readonly photos: readonly string[];
  readonly removedPhotos: readonly string[];
  readonly isForgottenAfterVisit: boolean;
}

export type BookingState = Booking | null;

export function endsBooking(cause: RefundCause): boolean {
  return cause === 'slot-lost' || cause === 'traded' || cause === 'refilled' || cause === 'goodwill';
}

/** Whether it refunds money beyond the price, so that the booking stays as it is. */
export function isSurplus(cause: RefundCause): boolean {
  return cause === 'paid-twice' || cause === 'wrong-amount';
}

export function keptPayments(booking: Booking): readonly Payment[] {
  return booking.payments.filter(({ refund }) => refund === 'none');
}

export function keptCents(booking: Booking): number {
  return keptPayments(booking).reduce((cents, payment) => cents + centsLeft(payment), 0);
}

export function isPaidFor(booking: BookingState): boolean {
  return booking !== null && keptPayments(booking).length > 0;
}

export function reminderKey(kind: ReminderKind, date: CivilDate): string {
  return `${kind}:${date}`;
}
