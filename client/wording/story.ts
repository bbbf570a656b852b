import { correctedWords } from '#shared/booking/corrected-fields.ts';
import { shortDate } from '#shared/civil-date.ts';
import { formatCents } from '#shared/money.ts';
import type { Dispute } from '#shared/booking/dispute.ts';
import type { RefundReason } from '#shared/booking/managed-booking.ts';
import type { BookingStory, StoryFact, StoryMail } from '#shared/owner/booking-story.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { UNIT_NAMES } from '#shared/booking/session-type.ts';
import { instantWords } from '#shared/time-zone.ts';

/** Reasons of a refund for the owner, to follow a colon. */
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

function freeWords(through: BookingStory['freeChangesThrough']): string {
  return through === null ? 'No free changes.' : `Free changes through ${shortDate(through)}.`;
}

/** How a dispute stands, as sentences for the owner. */
export function disputeWords({ state, isInquiry, reason, evidenceDueBy, fee }: Dispute, timeZone: string): string {
  const what = isInquiry ? 'The customer’s bank asks about a payment' : 'The customer disputes a payment';
  const cost = fee > 0 ? ` The fee is ${formatCents(fee)}.` : '';
  switch (state) {
    case 'needs-response': {
      const due = evidenceDueBy === null ? '.' : `, by ${instantWords(evidenceDueBy, timeZone)}.`;
      return `${what} (${reasonWords(reason)}). Answer it in your payment account${due}${cost}`;
    }
    case 'under-review':
      return `${what} (${reasonWords(reason)}). The bank has your answer and decides.${cost}`;
    case 'won':
      return `The dispute is over, and you keep the money.${cost}`;
    case 'lost':
      return `The dispute is lost, and the money went back to the customer.${cost}`;
  }
}

/** `product not received` */
function reasonWords(reason: string): string {
  return reason.replaceAll('_', ' ');
}

/** An event about a booking, as a sentence for the owner. */
export function storyWords(fact: StoryFact, timeZone: string): string {
  switch (fact.kind) {
    case 'held':
      return `The customer held ${slotWords(fact.slot)}, for ${formatCents(fact.cents)}, until ${instantWords(fact.until, timeZone)}.`;
    case 'taken-by-phone':
      return `Taken by phone: ${slotWords(fact.slot)}, for ${formatCents(fact.cents)}.`;
    case 'details-revised':
      return 'The customer corrected their details before paying.';
    case 'photos-added':
      return fact.count === 1 ? 'The customer added a photo.' : `The customer added ${fact.count} photos.`;
    case 'photo-removed':
      return 'The customer removed a photo.';
    case 'checkout-opened':
      return `The payment page opened: ${fact.checkout}.`;
    case 'hold-ended':
      return fact.cause === 'lapsed' ? 'The hold ended unpaid.' : 'The customer gave the held time back.';
    case 'reclaimed':
      return `The payment came after the hold had ended. ${slotWords(fact.slot)} was still free.`;
    case 'paid':
      return `${formatCents(fact.cents, fact.currency)} was paid: ${fact.payment}.`;
    case 'paid-outside':
      return `${formatCents(fact.cents, fact.currency)} was paid to you directly.`;
    case 'booked':
      return `Booked ${slotWords(fact.slot)}, for ${formatCents(fact.cents)}. ${freeWords(fact.freeChangesThrough)}`;
    case 'refund-requested':
      if (fact.isOutside) {
        return `You owed the customer ${formatCents(fact.cents, fact.currency)}, paid to you directly: ${OWNERS_REFUND_REASONS[fact.reason]}.`;
      }
      return `A refund of ${formatCents(fact.cents, fact.currency)} of payment ${fact.payment} was asked for: ${OWNERS_REFUND_REASONS[fact.reason]}.`;
    case 'refund-succeeded':
      return `The refund of payment ${fact.payment} went through: ${fact.refund}.`;
    case 'refunded-by-hand':
      return `You refunded ${formatCents(fact.cents, fact.currency)} of payment ${fact.payment} in your payment account: ${fact.refund}.`;
    case 'hand-refund-failed':
      return `Refund ${fact.refund}, made in your payment account, didn’t go through: ${fact.reason}`;
    case 'disputed':
      return `${disputeWords(fact, timeZone)} Payment ${fact.payment}, ${formatCents(fact.amount, fact.currency)}: ${fact.dispute}.`;
    case 'refund-settled':
      return 'The money was given back to the customer directly.';
    case 'message':
      return fact.text === null ? 'A message was sent to the customer.' : `We wrote to the customer: “${fact.text}”`;
    case 'refund-failed':
      return `The refund of payment ${fact.payment} failed, attempt ${fact.attempt}: ${fact.reason}`;
    case 'refund-retried':
      return `The refund of payment ${fact.payment} was to be tried again right away.`;
    case 'moved':
      return `Moved from ${slotWords(fact.from)}, to ${slotWords(fact.to)}. ${freeWords(fact.freeChangesThrough)}`;
    case 'cancelled':
      return fact.side === 'owner' ? 'We canceled the visit.' : 'The customer canceled the visit in time.';
    case 'forfeited':
      return `The customer canceled ${slotWords(fact.slot)}, too late. The payment is kept unless that time is booked again.`;
    case 'units-refilled': {
      const units = fact.units.map((unit) => UNIT_NAMES[unit]).join(' and the ');
      return fact.cause === 'sale'
        ? `Another customer booked the ${units}.`
        : `We closed the ${units}, which counts as booked.`;
    }
    case 'refilled':
      return 'All of the canceled time is booked again or closed.';
    case 'forfeiture-final':
      return 'The time started before it was booked again. The payment stays.';
    case 'completed':
      return 'Recorded as done.';
    case 'completion-undone':
      return 'The visit was not done after all.';
    case 'no-show':
      return 'Recorded as a no-show.';
    case 'no-show-undone':
      return 'The no-show was undone.';
    case 'reminder':
      return `A reminder of ${REMINDERS[fact.about]} was due.`;
    case 'links-requested':
      return 'The links to all bookings of this address were asked for.';
    case 'adopted':
      return 'The booking moved into the customer’s account.';
    case 'email-changed':
      return 'The booking took over the new email address of the customer’s account.';
    case 'details-corrected':
      return `${fact.side === 'owner' ? 'We corrected the customer’s' : 'The customer corrected their'} ${correctedWords(fact.fields)}.`;
    case 'kept':
      return 'The customer deleted their account and kept the visit.';
    case 'forgetting-requested':
      return 'The customer asked to have their data deleted, and kept the visit.';
    case 'kept-visit-over':
      return 'The visit that the customer kept is over.';
    case 'forgotten':
      return 'The customer’s data was deleted.';
    case 'mail-returned':
      return RETURNS[fact.how];
  }
}

/** What a mail was about whose subject can no longer be written. */
export function oldSubject(reminder: StoryMail['reminder']): string {
  return reminder === null ? 'An email whose subject we can’t show anymore' : `Reminder of ${REMINDERS[reminder]}`;
}

/** To whom a mail goes. */
export function mailReader(to: StoryMail['to']): string {
  return to === 'customer' ? 'To the customer' : 'To you';
}
