/** Sentences for the owner. Ids of payments, checkouts and refunds are the payment provider's. */
import type { ByWhom, FactsOf, Money, Moved, Payback, Placed, Refill } from '../booking/history.ts';
import { type CorrectedField, fieldWords } from '../booking/booking-fields.ts';
import type { Dispute } from '../booking/dispute.ts';
import { slotWords } from '../booking/hours.ts';
import type { RefundReason } from '../booking/managed-booking.ts';
import { UNITS } from '../booking/session-type.ts';
import { type CivilDate, shortDate } from '../civil-date.ts';
import { formatCents } from '../money.ts';
import { instantWords } from '../time-zone.ts';

export const OWNERS_REFUND_REASONS: Readonly<Record<RefundReason, string>> = {
  'slot-lost': 'the time was gone before the payment arrived',
  traded: 'the customer had given up that time before the payment arrived',
  'paid-twice': 'the customer paid twice',
  'wrong-amount': 'it wasn’t the price of the visit',
  cancelled: 'the customer canceled in time',
  'cancelled-by-owner': 'we canceled the visit',
  refilled: 'the time was booked again or closed',
  goodwill: 'goodwill',
  'after-visit': 'goodwill after the visit',
  'by-hand': 'you refunded it in your payment account',
  dispute: 'the customer’s bank decided a dispute',
};

const RETURNS = {
  bounced: 'The customer’s address bounces email. It gets no more.',
  complained: 'The customer reported an email as spam. The address gets no more.',
} as const;

const REMINDERS = { 'last-free-day': 'the last day of free changes', 'day-before': 'the visit' } as const;

interface Paid {
  readonly payment: string;
}

interface Refunded extends Paid {
  readonly refund: string;
}

interface FreeChanges {
  readonly freeChangesThrough: CivilDate | null;
}

interface Why {
  readonly reason: string;
}

function freeWords({ freeChangesThrough }: FreeChanges): string {
  return freeChangesThrough === null ? 'No free changes.' : `Free changes through ${shortDate(freeChangesThrough)}.`;
}

export function disputeWords({ state, isInquiry, reason, evidenceDueBy, fee }: Dispute, timeZone: string): string {
  const what = isInquiry ? 'The customer’s bank asks about a payment' : 'The customer disputes a payment';
  // `product not received`
  const why = reason.replaceAll('_', ' ');
  const cost = fee > 0 ? ` The fee is ${formatCents(fee)}.` : '';
  switch (state) {
    case 'needs-response': {
      const due = evidenceDueBy === null ? '.' : `, by ${instantWords(evidenceDueBy, timeZone)}.`;
      return `${what} (${why}). Answer it in your payment account${due}${cost}`;
    }
    case 'under-review':
      return `${what} (${why}). The bank has your answer and decides.${cost}`;
    case 'won':
      return `The dispute is over, and you keep the money.${cost}`;
    case 'lost':
      return `The dispute is lost, and the money went back to the customer.${cost}`;
  }
}

const SENTENCES = {
  SlotHeld: (
    { slot, cents, until, isByPhone }: Placed & Money & { readonly until: number; readonly isByPhone: boolean },
    timeZone: string,
  ) =>
    isByPhone
      ? `Taken by phone: ${slotWords(slot)}, for ${formatCents(cents)}.`
      : `The customer held ${slotWords(slot)}, for ${formatCents(cents)}, until ${instantWords(until, timeZone)}.`,
  HoldRevised: () => 'The customer corrected their details before paying.',
  PhotosAdded: ({ count }: { readonly count: number }) =>
    count === 1 ? 'The customer added a photo.' : `The customer added ${count} photos.`,
  PhotoRemoved: () => 'The customer removed a photo.',
  CheckoutOpened: ({ checkout }: { readonly checkout: string }) => `The payment page opened: ${checkout}.`,
  HoldExpired: ({ cause }: { readonly cause: 'lapsed' | 'replaced' }) =>
    cause === 'lapsed' ? 'The hold ended unpaid.' : 'The customer gave the held time back.',
  SlotReclaimed: ({ slot }: Placed) => `The payment came after the hold had ended. ${slotWords(slot)} was still free.`,
  PaymentCaptured: ({ cents, currency, payment }: Money & Paid) =>
    `${formatCents(cents, currency)} was paid: ${payment}.`,
  PaidOutside: ({ cents, currency }: Money) => `${formatCents(cents, currency)} was paid to you directly.`,
  BookingConfirmed: ({ slot, cents, ...change }: Placed & Money & FreeChanges) =>
    `Booked ${slotWords(slot)}, for ${formatCents(cents)}. ${freeWords(change)}`,
  RefundRequested: ({
    cents,
    currency,
    reason,
    payment,
    isOutside,
  }: Payback & Paid & { readonly reason: RefundReason }) =>
    isOutside
      ? `You owed the customer ${formatCents(cents, currency)}, paid to you directly: ${OWNERS_REFUND_REASONS[reason]}.`
      : `A refund of ${formatCents(cents, currency)} of payment ${payment} was asked for: ${OWNERS_REFUND_REASONS[reason]}.`,
  RefundSucceeded: ({ payment, refund }: Refunded) => `The refund of payment ${payment} went through: ${refund}.`,
  RefundFailed: ({ payment, attempt, reason }: Paid & Why & { readonly attempt: number }) =>
    `The refund of payment ${payment} failed, attempt ${attempt}: ${reason}`,
  RefundRetried: ({ payment }: Paid) => `The refund of payment ${payment} was to be tried again right away.`,
  RefundSettled: () => 'The money was given back to the customer directly.',
  RefundedByHand: ({ cents, currency, payment, refund }: Money & Refunded) =>
    `You refunded ${formatCents(cents, currency)} of payment ${payment} in your payment account: ${refund}.`,
  HandRefundFailed: ({ refund, reason }: Why & { readonly refund: string }) =>
    `Refund ${refund}, made in your payment account, didn’t go through: ${reason}`,
  DisputeReported: ({ payment, cents, currency, ...dispute }: Money & Paid & Dispute, timeZone: string) =>
    `${disputeWords(dispute, timeZone)} Payment ${payment}, ${formatCents(cents, currency)}: ${dispute.dispute}.`,
  BookingRescheduled: ({ from, to, ...change }: Moved & FreeChanges) =>
    `Moved from ${slotWords(from)}, to ${slotWords(to)}. ${freeWords(change)}`,
  BookingCancelled: ({ by }: ByWhom) =>
    by === 'owner' ? 'We canceled the visit.' : 'The customer canceled the visit in time.',
  BookingForfeited: ({ slot }: Placed) =>
    `The customer canceled ${slotWords(slot)}, too late. The payment is kept unless that time is booked again.`,
  UnitsRefilled: ({ units, by }: Refill) => {
    const which = units.map((unit) => UNITS[unit].words).join(' and the ');
    return by === 'sale' ? `Another customer booked the ${which}.` : `We closed the ${which}, which counts as booked.`;
  },
  SlotRefilled: () => 'All of the canceled time is booked again or closed.',
  ForfeitureFinalised: () => 'The time started before it was booked again. The payment stays.',
  VisitCompleted: () => 'Recorded as done.',
  CompletionUndone: () => 'The visit was not done after all.',
  NoShowRecorded: () => 'Recorded as a no-show.',
  NoShowUndone: () => 'The no-show was undone.',
  ReminderRequested: ({ about }: { readonly about: keyof typeof REMINDERS }) =>
    `A reminder of ${REMINDERS[about]} was due.`,
  LinksRequested: () => 'The links to all bookings of this address were asked for.',
  BookingClaimed: () => 'The booking moved into the customer’s account.',
  MessageSent: ({ text }: { readonly text: string | null }) =>
    text === null ? 'A message was sent to the customer.' : `We wrote to the customer: “${text}”`,
  CustomerEmailChanged: () => 'The booking took over the new email address of the customer’s account.',
  BookingDetailsCorrected: ({ fields, by }: ByWhom & { readonly fields: readonly CorrectedField[] }) =>
    `${by === 'owner' ? 'We corrected the customer’s' : 'The customer corrected their'} ${fieldWords(fields)}.`,
  VisitKept: () => 'The customer deleted their account and kept the visit.',
  ForgettingRequested: () => 'The customer asked to have their data deleted, and kept the visit.',
  KeptVisitOver: () => 'The visit that the customer kept is over.',
  CustomerForgotten: () => 'The customer’s data was deleted.',
  MailReturned: ({ how }: { readonly how: keyof typeof RETURNS }) => RETURNS[how],
};

export type StoryFacts = { readonly [Kind in keyof typeof SENTENCES]: FactsOf<(typeof SENTENCES)[Kind]> };

export type StoryLine = {
  [Kind in keyof StoryFacts]: {
    readonly kind: Kind;
    readonly position: number;
    readonly at: number;
    /** Null if no admin did it, or the admin's account is deleted. */
    readonly admin: string | null;
  } & StoryFacts[Kind];
}[keyof StoryFacts];

export function storyWords(line: StoryLine, timeZone: string): string {
  return SENTENCES[line.kind](line as never, timeZone);
}

/** For a mail that can no longer be written. `reminder`: its kind, if it was one. */
export function oldSubject(reminder: keyof typeof REMINDERS | null): string {
  return reminder === null ? 'An email whose subject we can’t show anymore' : `Reminder of ${REMINDERS[reminder]}`;
}
