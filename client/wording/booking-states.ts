import { shortDate } from '#shared/civil-date.ts';
import { WHICH_SALE_COUNTS } from '#shared/late-cancelling.ts';
import { type CancelOutcome, type ManagedBooking, whyLost } from '#shared/managed-booking.ts';
import { formatCents } from '#shared/money.ts';
import { UNIT_NAMES } from '../booking/slot-words.ts';
import type { Wording } from './refusals.ts';

/** A booking's state and its money, in words for its customer. */

/** The bank's part, of which we know nothing exact. */
const BANK = 'Your bank may take a few days to show it.';

/** Time that was paid for and never became a visit: what its page says, and a line. */
export const LOST = {
  'slot-lost': {
    title: 'This time was lost',
    text: 'Your payment arrived when the time was no longer held for you. We are sorry.',
    brief: 'The time was gone when your payment arrived.',
  },
  traded: {
    title: 'This time was not booked',
    text: 'You had given the time back when your payment arrived.',
    brief: 'You had given the time back when your payment arrived.',
  },
} as const;

/** What becomes, or became, of money that goes back; null when none does. */
export function refundWords({ money }: Pick<ManagedBooking, 'money'>): string | null {
  const cents = formatCents(money.refundingCents);
  switch (money.refund) {
    case 'none':
      return null;
    case 'requested':
      return `${cents} is on its way back to the card you paid with. ${BANK}`;
    case 'succeeded':
      return `${cents} has gone back to the card you paid with. ${BANK}`;
    case 'failed':
      return `The refund of ${cents} has not gone through yet. We keep trying until it does, and there is nothing you need to do.`;
  }
}

/** What becomes, or became, of money beyond the price; null when none came. */
export function surplusWords({ surplus }: Pick<ManagedBooking['money'], 'surplus'>): string | null {
  if (!surplus) return null;
  const more = `${formatCents(surplus.cents)} more was paid than the visit costs.`;
  switch (surplus.refund) {
    case 'requested':
      return `${more} It is on its way back to your card.`;
    case 'succeeded':
      return `${more} It has gone back to your card.`;
    case 'failed':
      return `${more} It is to go back, and has not gone through yet. We keep trying.`;
  }
}

/** Whether money can still come back for a late cancellation. */
function forfeitWords({ forfeiture, money, claim, freeChangesThrough }: ManagedBooking): string {
  const late = freeChangesThrough
    ? `after free changes had ended with ${shortDate(freeChangesThrough)}`
    : 'when it was too late for free changes';
  const kept = formatCents(money.paidCents - money.refundingCents);
  if (!forfeiture || forfeiture.isFinal) {
    const units = forfeiture?.units ?? [];
    const sold = units.find(({ isRefilled }) => isRefilled);
    const what = sold ? `only the ${UNIT_NAMES[sold.unit]} of its day was` : 'its time was not';
    return `It was cancelled ${late}, and ${what} sold again while it could be booked. The payment of ${kept} stays with us. ${WHICH_SALE_COUNTS}`;
  }
  const left = forfeiture.units.filter(({ isRefilled }) => !isRefilled).map(({ unit }) => UNIT_NAMES[unit]);
  const rest = `all of your ${kept} comes back by itself, and an email tells you so.`;
  if (claim === 'full' && left.length === 1) {
    return `Half of your day is sold again. When the ${left[0]} is too, before it begins, ${rest} Until then the payment is kept. ${WHICH_SALE_COUNTS}`;
  }
  return `You cancelled ${late}, so the payment of ${kept} is kept for now. When ${claim === 'full' ? 'others book and pay for the whole day' : 'somebody else books and pays for the time'} before it begins, ${rest} ${WHICH_SALE_COUNTS}`;
}

/** After the visit. */
const THANKS: Wording = {
  title: 'Thank you for having us',
  text: 'Your receipt is below. When the next list is long enough, book us again.',
};

/** The heading of a booking's page, and the sentence that answers first. */
export function bookingWords(booking: ManagedBooking): Wording {
  const { state, now, freeChangesThrough, date, today } = booking;
  const refund = refundWords(booking);
  switch (state) {
    case 'confirmed':
      if (now.canReschedule && freeChangesThrough) {
        return {
          title: 'Your visit',
          text: `Booked and paid. Move or cancel it free through ${shortDate(freeChangesThrough)}.`,
        };
      }
      return now.cancel
        ? { title: 'Your visit', text: 'Booked and paid. It is too late by now to move it or to cancel it free.' }
        : date < today
          ? THANKS
          : { title: 'Your visit is today', text: 'It’s booked and paid. You can’t move or cancel it online anymore.' };
    case 'cancelled':
      return { title: 'This visit is cancelled', text: refund ?? 'Nothing was left to pay back.' };
    case 'forfeited':
      return { title: 'This visit is cancelled', text: forfeitWords(booking) };
    case 'refunded': {
      const goes = `your money ${booking.money.refund === 'succeeded' ? 'has gone' : 'goes'} back`;
      const lost = whyLost(state, booking.money.reason);
      if (lost) return { title: `${LOST[lost].title}, and ${goes}`, text: `${LOST[lost].text} ${refund ?? ''}` };
      return {
        title: `This visit is cancelled, and ${goes}`,
        text: `${booking.money.reason === 'refilled' ? 'Your time was sold again. ' : ''}${refund ?? ''}`,
      };
    }
    case 'completed':
      return THANKS;
    case 'no-show':
      return {
        title: 'We missed you',
        text: 'We came, and found nobody there. If that is not how it was, write to us.',
      };
  }
}

/** A state in a word or two. */
export function stateName({
  state,
  money,
  isUpcoming,
}: {
  state: ManagedBooking['state'];
  money: Pick<ManagedBooking['money'], 'refund' | 'reason'>;
  isUpcoming: boolean;
}): string {
  switch (state) {
    case 'confirmed':
      return isUpcoming ? 'Booked' : 'Past';
    case 'cancelled':
    case 'refunded':
      if (money.refund === 'succeeded') return 'Refunded';
      return whyLost(state, money.reason) ? 'Not booked' : 'Cancelled';
    case 'forfeited':
      return 'Cancelled late';
    case 'completed':
      return 'Done';
    case 'no-show':
      return 'Missed';
  }
}

/** The state of a visit for its own page. What has begun today is not ahead any more, and may still be going on. */
export function visitStateName(booking: ManagedBooking): string {
  const { state, date, today, now } = booking;
  if (state === 'confirmed' && date === today && now.cancel === null) return 'Today';
  return stateName({ ...booking, isUpcoming: date >= today });
}

/** What a cancellation does to the money, before it is made. */
export function cancelTerms(booking: ManagedBooking, outcome: CancelOutcome): Wording {
  const kept = formatCents(booking.money.paidCents - booking.money.refundingCents);
  if (outcome === 'refund') {
    return {
      title: `All of your ${kept} comes back`,
      text: `It goes back to the card you paid with, at once. ${BANK} The time is open to others as soon as you cancel.`,
    };
  }
  if (outcome === 'keep') {
    const closed =
      booking.claim === 'full'
        ? 'so nobody can book all of that day any more'
        : 'so nobody can book that time any more';
    return {
      title: `Your ${kept} stays with us`,
      text: `Free changes have ended, and booking closes two hours before a visit begins, ${closed}. None of the payment comes back.`,
    };
  }
  const sold =
    booking.claim === 'full' ? 'others book and pay for all of that day' : 'somebody else books and pays for that time';
  return {
    title: `Your ${kept} is kept, unless the time is sold again`,
    text: `Free changes have ended. When ${sold} before it begins, all of your money comes back by itself, and an email tells you so. ${WHICH_SALE_COUNTS} If it is not sold again, the payment stays with us.`,
  };
}
