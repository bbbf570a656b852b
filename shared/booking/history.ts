/** Sentences for customers. A sentence's parameter is all that their page receives of the event. */
import { formatCents } from '../money.ts';
import type { Slot } from './availability.ts';
import { type CorrectedField, fieldWords } from './booking-fields.ts';
import { slotWords } from './hours.ts';
import type { RefundReason } from './managed-booking.ts';
import { type Unit, UNITS, ALL_UNITS } from './session-type.ts';

export const REFUND_REASONS: Readonly<Record<RefundReason, string>> = {
  'slot-lost': 'the time was gone before your payment arrived',
  traded: 'you had given up that time before your payment arrived',
  'paid-twice': 'you paid twice',
  'wrong-amount': 'it wasn’t the price of the visit',
  cancelled: 'you canceled in time',
  'cancelled-by-owner': 'we canceled the visit',
  refilled: 'your time was filled after all',
  goodwill: 'it’s on us',
  'after-visit': 'it’s on us',
  'by-hand': 'we sent it back ourselves',
  dispute: 'your bank decided so',
};

export interface Money {
  readonly cents: number;
  readonly currency: string;
}

/** Money paid to the business directly is also given back directly. */
export interface Payback extends Money {
  readonly isOutside: boolean;
}

export interface ByWhom {
  readonly by: 'customer' | 'owner';
}

export interface Placed {
  readonly slot: Slot;
}

export interface Moved {
  readonly from: Slot;
  readonly to: Slot;
}

export interface Refill {
  readonly units: readonly Unit[];
  readonly by: 'sale' | 'closure';
}

function amountOf({ cents, currency }: Money): string {
  return formatCents(cents, currency);
}

function givenBack(refund: Payback): string {
  return refund.isOutside
    ? `We noted that we gave you ${amountOf(refund)} back directly.`
    : `The refund of ${amountOf(refund)} went through.`;
}

const SENTENCES = {
  BookingConfirmed: ({ slot, isOutside, ...price }: Placed & Payback) =>
    isOutside
      ? `Booked ${slotWords(slot)}, by phone, and paid ${amountOf(price)} to us directly.`
      : `Booked ${slotWords(slot)}, and paid ${amountOf(price)}.`,
  /** A surplus payment, always refunded. */
  PaymentCaptured: (paid: Money) => `Another payment of ${amountOf(paid)} reached us. You’d already paid.`,
  BookingRescheduled: ({ from, to, by }: ByWhom & Moved) =>
    `${by === 'owner' ? 'We moved the visit' : 'Moved'} from ${slotWords(from)}, to ${slotWords(to)}, at no charge.`,
  BookingCancelled: ({ by }: ByWhom) =>
    by === 'customer' ? 'You canceled the visit in time.' : 'We canceled the visit.',
  BookingForfeited: (kept: Money) =>
    `You canceled the visit when it was too late to cancel for free, so we kept ${amountOf(kept)}.`,
  /** One half of a day that was canceled late; the other half still waits. */
  UnitsRefilled: ({ units, by }: Refill) => {
    const half = units.map((unit) => UNITS[unit].words).join(' and ');
    const other = ALL_UNITS.filter((unit) => !units.includes(unit))
      .map((unit) => UNITS[unit].words)
      .join(' and ');
    return by === 'sale'
      ? `Someone else booked and paid for the ${half} of your day. The ${other} isn’t booked again yet.`
      : `We closed the ${half} of your day, which counts as booked. The ${other} isn’t booked again yet.`;
  },
  SlotRefilled: () => 'All of your time was booked again, or we closed it, before it started.',
  ForfeitureFinalised: () => 'The time started before all of it was booked again, so we kept the payment.',
  ForgettingRequested: () => 'You asked us to delete your details. We do once the visit is over.',
  BookingDetailsCorrected: ({ fields, by }: ByWhom & { readonly fields: readonly CorrectedField[] }) =>
    `${by === 'owner' ? 'We corrected your' : 'You corrected your'} ${fieldWords(fields)}.`,
  RefundRequested: ({ reason, ...refund }: Payback & { readonly reason: RefundReason }) =>
    refund.isOutside
      ? `We owe you ${amountOf(refund)}, to be given back directly: ${REFUND_REASONS[reason]}.`
      : `Sent ${amountOf(refund)} back to your card: ${REFUND_REASONS[reason]}.`,
  RefundFailed: (refund: Money) => `The refund of ${amountOf(refund)} didn’t go through at first. We’ll keep trying.`,
  RefundSucceeded: givenBack,
  RefundSettled: givenBack,
  RefundedByHand: (refund: Money) => `We sent ${amountOf(refund)} back to your card.`,
  DisputeReported: (refund: Money) => `Your bank gave you ${amountOf(refund)} back.`,
  VisitCompleted: () => 'The visit took place.',
  CompletionUndone: () => 'We had noted the visit as done. That was too early, and we’ve corrected it.',
  NoShowRecorded: () => 'We came, but no one was there.',
  NoShowUndone: () => 'We had noted that no one was there. That was wrong, and we’ve corrected it.',
};

export type FactsOf<Sentence> = Sentence extends (facts: infer Facts extends object, ...more: never) => string
  ? Facts
  : object;

export type HistoryFacts = { readonly [Kind in keyof typeof SENTENCES]: FactsOf<(typeof SENTENCES)[Kind]> };

export type HistoryLine = {
  [Kind in keyof HistoryFacts]: { readonly at: number; readonly kind: Kind } & HistoryFacts[Kind];
}[keyof HistoryFacts];

export function historyWords(line: HistoryLine): string {
  return SENTENCES[line.kind](line as never);
}
