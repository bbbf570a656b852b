import type { CivilDate } from '#shared/civil-date.ts';
import type { Dispute } from '#shared/booking/dispute.ts';
import type { BookingPhoto } from '#shared/booking/photos.ts';
import type { NoticePolicy } from '#shared/booking/notice-policy.ts';
import {
  type Booking,
  type DateUnits,
  type Payment,
  type RefundCause,
  type ReminderKind,
  endsBooking,
  reminderKey,
} from './booking-state.ts';
import {
  type CorrectionData,
  type HoldData,
  type MessageData,
  type NewAddressData,
  type RevisionData,
  heldByGuest,
} from './customer-data.ts';
import { type EventsOf, factsOf } from '../stream.ts';

interface Paid {
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
}

interface Confirmed extends DateUnits {
  readonly price: number;
  /** Null if it had passed before the booking was paid. */
  readonly freeChangesThrough: CivilDate | null;
  readonly policy: NoticePolicy;
}

interface ToRefund extends Paid {
  readonly cause: RefundCause;
  readonly admin?: string;
  /** The owner gives it back directly, as it was paid. */
  readonly outside?: true;
}

interface Rescheduled extends DateUnits {
  readonly from: DateUnits;
  /** Generation of the new manage link. */
  readonly move: number;
  /** Null if it has passed. */
  readonly freeChangesThrough: CivilDate | null;
  readonly admin?: string;
}

interface RecordedVisit extends DateUnits {
  /** Null in events recorded before accounts were named. */
  readonly by: string | null;
}

interface VisitOutcome extends RecordedVisit {
  readonly recordedAt: number;
}

function recordedByUnnamed(data: unknown): unknown {
  return { ...(data as object), by: null };
}

/** Version 2 of a completion has no time, so it can't be undone. */
function completedOnce(data: unknown): unknown {
  return { ...(data as object), recordedAt: 0 };
}

/** Version 1 of a no-show has neither admin nor time, so it can't be undone. */
function noShowByUnnamed(data: unknown): unknown {
  return { ...(data as object), by: null, recordedAt: 0 };
}

function withPayment(booking: Booking, id: string, change: (payment: Payment) => Partial<Payment>): Booking {
  const payments = booking.payments.map((each) => (each.payment === id ? { ...each, ...change(each) } : each));
  return { ...booking, payments };
}

const { first, fact } = factsOf<Booking>();

export const bookingFacts = {
  SlotHeld: first<HoldData>(
    { isPersonal: true, upcasts: [heldByGuest] },
    (_, { service, date, units, price, currency, expiresAt, account, person }) => ({
      status: 'held',
      service,
      date,
      units,
      price,
      currency,
      expiresAt,
      isTraded: false,
      person,
      corrections: 0,
      isForgotten: false,
      checkouts: [],
      payments: [],
      wasConfirmed: false,
      freeChangesThrough: null,
      policy: null,
      moves: 0,
      linkGeneration: 0,
      isFinal: false,
      recordedAt: null,
      reminders: [],
      linksAskedAt: null,
      account,
      isAdopted: false,
      keptFrom: null,
      photos: [],
      removedPhotos: [],
      isForgottenAfterVisit: false,
    }),
  ),
  HoldRevised: fact<RevisionData>({ isPersonal: true }, (booking, { person }) => ({
    ...booking,
    person,
    corrections: booking.corrections + 1,
  })),
  CheckoutOpened: fact<{ readonly checkout: string; readonly attempt: number }>((booking, { checkout }) => ({
    ...booking,
    checkouts: [...booking.checkouts, checkout],
  })),
  HoldExpired: fact<{ readonly cause: 'lapsed' | 'replaced' }>((booking, { cause }) => ({
    ...booking,
    status: 'expired',
    isTraded: cause === 'replaced',
  })),
  SlotReclaimed: fact<DateUnits>((booking, { date, units }) => ({ ...booking, date, units })),
  PaymentCaptured: fact<Paid & { readonly checkout: string }>((booking, { payment, amount, currency }) => ({
    ...booking,
    payments: [...booking.payments, { payment, amount, currency, refund: 'none' }],
  })),
  PaidOutside: fact<Paid & { readonly admin: string }>((booking, { payment, amount, currency }) => ({
    ...booking,
    payments: [...booking.payments, { payment, amount, currency, refund: 'none', isOutside: true }],
  })),
  BookingConfirmed: fact<Confirmed>((booking, { date, units, freeChangesThrough, policy }) => ({
    ...booking,
    status: 'confirmed',
    wasConfirmed: true,
    date,
    units,
    freeChangesThrough,
    policy,
  })),
  RefundRequested: fact<ToRefund>((booking, { payment, cause }) => ({
    ...withPayment(booking, payment, () => ({ refund: 'requested', refundCause: cause })),
    status: endsBooking(cause) ? 'refunded' : booking.status,
  })),
  /** `amount`: cents that the site refunded in all, if not the requested ones. */
  RefundSucceeded: fact<{ readonly payment: string; readonly refund: string; readonly amount?: number }>(
    (booking, { payment, refund }) => withPayment(booking, payment, () => ({ refund: 'succeeded', refundId: refund })),
  ),
  RefundFailed: fact<{ readonly payment: string; readonly attempt: number; readonly reason: string }>(
    (booking, { payment }) => withPayment(booking, payment, () => ({ refund: 'failed' })),
  ),
  RefundedByHand: fact<Paid & { readonly refund: string }>((booking, { payment, refund, amount }) =>
    withPayment(booking, payment, ({ byHand = [] }) => ({ byHand: [...byHand, { refund, amount }] })),
  ),
  HandRefundFailed: fact<{ readonly payment: string; readonly refund: string; readonly reason: string }>(
    (booking, { payment, refund }) =>
      withPayment(booking, payment, ({ byHand = [] }) => ({ byHand: byHand.filter((made) => made.refund !== refund) })),
  ),
  /** The data is the dispute's new state. */
  DisputeReported: fact<Dispute & { readonly payment: string; readonly currency: string }>(
    (booking, { payment, currency: _currency, ...dispute }) =>
      withPayment(booking, payment, ({ disputes = [] }) => ({
        disputes: [...disputes.filter((known) => known.dispute !== dispute.dispute), dispute],
      })),
  ),
  RefundSettled: fact<{ readonly payment: string; readonly admin: string }>((booking, { payment }) =>
    withPayment(booking, payment, () => ({ refund: 'succeeded' })),
  ),
  RefundRetried: fact<{ readonly payment: string; readonly admin: string }>((booking) => booking),
  BookingRescheduled: fact<Rescheduled>((booking, { date, units, freeChangesThrough, move: linkGeneration }) => ({
    ...booking,
    date,
    units,
    freeChangesThrough,
    moves: booking.moves + 1,
    linkGeneration,
  })),
  BookingCancelled: fact<{ readonly by: 'customer' | 'owner'; readonly admin?: string }>((booking) => ({
    ...booking,
    status: 'cancelled',
  })),
  BookingForfeited: fact<DateUnits>((booking) => ({ ...booking, status: 'forfeited' })),
  /** A `RefundRequested` follows. */
  SlotRefilled: fact<DateUnits>((booking) => booking),
  ForfeitureFinalised: fact<DateUnits>((booking) => ({ ...booking, isFinal: true })),
  VisitCompleted: fact<VisitOutcome>({ upcasts: [recordedByUnnamed, completedOnce] }, (booking, { recordedAt }) => ({
    ...booking,
    status: 'completed',
    recordedAt,
  })),
  CompletionUndone: fact<RecordedVisit>((booking) => ({ ...booking, status: 'confirmed', recordedAt: null })),
  NoShowRecorded: fact<VisitOutcome>({ upcasts: [noShowByUnnamed] }, (booking, { recordedAt }) => ({
    ...booking,
    status: 'no-show',
    recordedAt,
  })),
  NoShowUndone: fact<RecordedVisit>({ upcasts: [recordedByUnnamed] }, (booking) => ({
    ...booking,
    status: 'confirmed',
    recordedAt: null,
  })),
  ReminderRequested: fact<{ readonly kind: ReminderKind; readonly date: CivilDate }>((booking, { kind, date }) => ({
    ...booking,
    reminders: [...booking.reminders, reminderKey(kind, date)],
  })),
  /** By the customer, or by a stranger who knows the address. */
  LinksRequested: fact<{ readonly askedAt: number }>((booking, { askedAt }) => ({ ...booking, linksAskedAt: askedAt })),
  BookingClaimed: fact<{ readonly account: string }>((booking, { account }) => ({
    ...booking,
    account,
    isAdopted: booking.wasConfirmed,
  })),
  MessageSent: fact<MessageData>({ isPersonal: true }, (booking) => booking),
  CustomerEmailChanged: fact<NewAddressData>({ isPersonal: true }, (booking) => ({
    ...booking,
    corrections: booking.corrections + 1,
  })),
  BookingDetailsCorrected: fact<CorrectionData>({ isPersonal: true }, (booking, { link: linkGeneration, account }) => ({
    ...booking,
    corrections: booking.corrections + 1,
    linkGeneration,
    account,
    isAdopted: booking.isAdopted && account !== null,
  })),
  PhotosAdded: fact<{ readonly photos: readonly BookingPhoto[] }>((booking, { photos }) => ({
    ...booking,
    photos: [...booking.photos, ...photos.map(({ id }) => id)],
  })),
  PhotoRemoved: fact<{ readonly photo: string }>((booking, { photo }) => ({
    ...booking,
    photos: booking.photos.filter((id) => id !== photo),
    removedPhotos: [...booking.removedPhotos, photo],
  })),
  VisitKept: fact<{ readonly account: string }>((booking, { account }) => ({
    ...booking,
    account: null,
    keptFrom: account,
    isForgottenAfterVisit: true,
  })),
  ForgettingRequested: fact<{ readonly person: string }>((booking) => ({ ...booking, isForgottenAfterVisit: true })),
  KeptVisitOver: fact<{ readonly person: string }>((booking) => booking),
  CustomerForgotten: fact<{ readonly person: string }>((booking) => ({ ...booking, isForgotten: true })),
};

export type BookingEvent = EventsOf<typeof bookingFacts>;
export type BookingEventOf<Type extends BookingEvent['type']> = Extract<BookingEvent, { type: Type }>;
