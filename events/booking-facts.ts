import type { CivilDate } from '#shared/civil-date.ts';
import type { Policy } from '#shared/fixed-terms.ts';
import type { RefundReason } from '#shared/managed-booking.ts';
import type { SessionType, Unit } from '#shared/session-type.ts';
import type { Fact } from './event.ts';

/** What can happen to a booking, from hold to visit. Amounts are integer cents. */

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

export type BookingEvent =
  | Fact<
      'SlotHeld',
      {
        readonly service: SessionType;
        readonly date: CivilDate;
        readonly units: readonly Unit[];
        readonly area: string;
        readonly tasks: readonly string[];
        readonly price: number;
        readonly currency: typeof CURRENCY;
        readonly expiresAt: number;
        readonly method: 'online' | 'owner';
        /** The account that was signed in; null for a guest. */
        readonly account: string | null;
        readonly person: string;
        readonly personal: PersonalDetails;
      }
    >
  | Fact<
      'HoldRevised',
      {
        readonly area: string;
        readonly tasks: readonly string[];
        readonly person: string;
        readonly personal: PersonalDetails;
      }
    >
  | Fact<'CheckoutOpened', { readonly checkout: string; readonly attempt: number }>
  | Fact<'HoldExpired', { readonly cause: 'lapsed' | 'replaced' }>
  | Fact<'SlotReclaimed', { readonly date: CivilDate; readonly units: readonly Unit[] }>
  | Fact<
      'PaymentCaptured',
      { readonly payment: string; readonly checkout: string; readonly amount: number; readonly currency: string }
    >
  | Fact<
      'BookingConfirmed',
      {
        readonly date: CivilDate;
        readonly units: readonly Unit[];
        readonly price: number;
        /** The last date of free changes; null when it had passed before the booking was paid. */
        readonly freeChangesThrough: CivilDate | null;
        readonly policy: Policy;
      }
    >
  | Fact<
      'RefundRequested',
      { readonly payment: string; readonly amount: number; readonly currency: string; readonly cause: RefundCause }
    >
  | Fact<'RefundSucceeded', { readonly payment: string; readonly refund: string }>
  | Fact<'RefundFailed', { readonly payment: string; readonly attempt: number; readonly reason: string }>
  | Fact<
      'BookingRescheduled',
      DateUnits & {
        readonly from: DateUnits;
        /** The first, the second and so on: names the link that is good from now on. */
        readonly move: number;
        /** The last date of free changes of the new day; null when it has passed already. */
        readonly freeChangesThrough: CivilDate | null;
      }
    >
  | Fact<'BookingCancelled', { readonly by: 'customer' | 'owner' }>
  /** Cancelled too late: the payment is kept unless the units are sold again. */
  | Fact<'BookingForfeited', DateUnits>
  /** Every forfeited unit was sold again, or closed. */
  | Fact<'SlotRefilled', DateUnits>
  | Fact<'ForfeitureFinalised', DateUnits>
  | Fact<'VisitCompleted', DateUnits>
  | Fact<'NoShowRecorded', DateUnits>
  | Fact<'NoShowUndone', DateUnits>
  | Fact<'ReminderRequested', { readonly kind: ReminderKind; readonly date: CivilDate }>
  /** The customer, or a stranger who knows the address, asked for the links to what was booked with it. */
  | Fact<'LinksRequested', { readonly askedAt: number }>
  /** A guest's booking belongs to an account from now on. */
  | Fact<'BookingClaimed', { readonly account: string }>
  /** Its account's address changed: it was the address of the booking as well. */
  | Fact<'CustomerEmailChanged', { readonly person: string; readonly personal: Pick<PersonalDetails, 'email'> }>
  /** Its account is being deleted, and its customer keeps the visit without it: it is a guest's from now on. */
  | Fact<'VisitKept', { readonly account: string }>
  /** The time of a kept visit is over: nothing of its customer is needed any more. */
  | Fact<'KeptVisitOver', { readonly person: string }>
  /** Its customer's key is gone, and with it all that was personal. */
  | Fact<'CustomerForgotten', { readonly person: string }>;

export type BookingEventOf<Type extends BookingEvent['type']> = Extract<BookingEvent, { type: Type }>;
