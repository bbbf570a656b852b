/** Words for the customer. */
import { type CivilDate, shortDate } from '#shared/civil-date.ts';
import { REFUND_WITHHELD } from '#shared/booking/dispute.ts';
import { freeUntil, WHICH_SALE_COUNTS } from '#shared/booking/notice-policy.ts';
import {
  type CancelOutcome,
  type ManagedBooking,
  whyLost,
  type BookingSummary,
  type DashboardCards,
} from '#shared/booking/managed-booking.ts';
import { formatCents } from '#shared/money.ts';
import { zoneName } from '#shared/time-zone.ts';
import { UNITS, isWholeDay } from '#shared/booking/session-type.ts';
import type { Wording } from './wording.ts';

/** The bank's part, whose duration is not known. */
const BANK = 'Your bank may take a few days to show it.';

/** For a booking that was paid but never became a visit. */
export const LOST = {
  'slot-lost': {
    title: 'This time was lost',
    text: 'Your payment arrived after our hold on this time had ended, and it was gone. We’re sorry.',
    brief: 'This time was gone when your payment arrived.',
  },
  traded: {
    title: 'This time was not booked',
    text: 'You had given up this time before your payment arrived.',
    brief: 'You had given up this time before your payment arrived.',
  },
} as const;

/** For money that was paid to the business directly: no payment provider returns it. */
function outsideRefundWords({ refund }: ManagedBooking['money'], cents: string): string | null {
  if (refund === 'none') return null;
  return refund === 'succeeded'
    ? `We noted that we gave you the ${cents} back directly. Didn’t get it? Email us.`
    : `We owe you ${cents}. You paid us directly, so we also give it back to you directly, not through this site. Email us if you don’t hear from us.`;
}

export function refundWords({ money }: Pick<ManagedBooking, 'money'>): string | null {
  const cents = formatCents(money.refundingCents);
  if (money.isOutside) return outsideRefundWords(money, cents);
  if (money.isWithheld && money.refund !== 'none') return REFUND_WITHHELD;
  switch (money.refund) {
    case 'none':
      return null;
    case 'requested':
      return `${cents} is on its way back to the card you paid with. ${BANK}`;
    case 'succeeded':
      return `We’ve sent ${cents} back to the card you paid with. ${BANK}`;
    case 'failed':
      return `The refund of ${cents} hasn’t gone through yet. We’ll keep trying until it does. There’s nothing you need to do.`;
  }
}

export function surplusWords({ surplus }: Pick<ManagedBooking['money'], 'surplus'>): string | null {
  if (!surplus) return null;
  const more = `You paid ${formatCents(surplus.cents)} more than the visit costs.`;
  switch (surplus.refund) {
    case 'requested':
      return `${more} That’s on its way back to your card.`;
    case 'succeeded':
      return `${more} We’ve sent that back to your card.`;
    case 'failed':
      return `${more} We’re sending it back, but the refund hasn’t gone through yet. We’ll keep trying.`;
  }
}

function refundIfSold({ claim, money }: Pick<ManagedBooking, 'claim' | 'money'>): string {
  const how = money.isOutside ? 'from us directly' : 'automatically';
  return isWholeDay(claim)
    ? `If your whole day is booked and paid for again before it starts, by one customer or by two, you get a full refund ${how}, and we email you. If only half of it is booked again, there’s no refund.`
    : `If someone else books and pays for your time before it starts, you get a full refund ${how}, and we email you. If not, we keep the payment.`;
}

function forfeitWords({ forfeiture, money, claim, freeChangesThrough }: ManagedBooking): string {
  const late = freeChangesThrough
    ? `after free cancellation ended on ${shortDate(freeChangesThrough)}`
    : 'when it was too late to cancel for free';
  const kept = formatCents(money.paidCents - money.refundingCents);
  if (!forfeiture || forfeiture.isFinal) {
    const units = forfeiture?.units ?? [];
    const sold = units.find(({ isRefilled }) => isRefilled);
    const what = sold ? `only the ${UNITS[sold.unit].words} was booked again` : 'the time wasn’t booked again';
    return `You canceled ${late}, and ${what}, so we kept the ${kept}.`;
  }
  const left = forfeiture.units.filter(({ isRefilled }) => !isRefilled).map(({ unit }) => UNITS[unit].words);
  if (isWholeDay(claim) && left.length === 1) {
    return `Half of your day is booked again. If someone books the ${left[0]} too before it starts, you get a full refund of ${kept}${money.isOutside ? ' from us directly' : ' automatically'}. Until then, we keep the payment.`;
  }
  return `You canceled ${late}, so we’re keeping the ${kept} for now. ${refundIfSold({ claim, money })}`;
}

const THANKS: Wording = {
  title: 'Thank you for having us',
  text: 'Your receipt is below. When the next list is long enough, book us again.',
};

interface WithNote extends Wording {
  readonly note?: string;
}

export function bookingWords(booking: ManagedBooking): WithNote {
  const { state, now, freeChangesThrough, date, today, isOver } = booking;
  const refund = refundWords(booking);
  switch (state) {
    case 'confirmed':
      if (now.canReschedule && freeChangesThrough) {
        return {
          title: 'Your visit',
          text: `Booked and paid. You can move or cancel it for free ${freeUntil(freeChangesThrough, today)}.`,
        };
      }
      if (isOver) return THANKS;
      return {
        title: date === today ? 'Your visit is today' : 'Your visit',
        text: now.cancel
          ? 'Booked and paid. It’s too late to move it or to cancel it for free.'
          : 'Booked and paid. It has started, so it can’t be moved or canceled here.',
      };
    case 'cancelled':
      return { title: 'This visit is canceled', text: refund ?? 'There was nothing left to refund.' };
    case 'forfeited':
      return { title: 'This visit is canceled', text: forfeitWords(booking), note: WHICH_SALE_COUNTS };
    case 'refunded': {
      const goes = `your money ${booking.money.refund === 'succeeded' ? 'has gone' : 'goes'} back`;
      const lost = whyLost(state, booking.money.reason);
      if (lost) return { title: `${LOST[lost].title}, and ${goes}`, text: `${LOST[lost].text} ${refund ?? ''}` };
      return {
        title: `This visit is canceled, and ${goes}`,
        text: `${booking.money.reason === 'refilled' ? 'Your time was filled after all. ' : ''}${refund ?? ''}`,
      };
    }
    case 'completed':
      return refund === null ? THANKS : { title: THANKS.title, text: refund };
    case 'no-show':
      return {
        title: 'We missed you',
        text: `We came, but no one was there. ${refund ?? 'If that’s not what happened, email us.'}`,
      };
  }
}

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
      return whyLost(state, money.reason) ? 'Not booked' : 'Canceled';
    case 'forfeited':
      return 'Canceled late';
    case 'completed':
      return 'Done';
    case 'no-show':
      return 'Missed';
  }
}

/** `Today` on its day, until its hours are over. */
export function visitStateName(booking: ManagedBooking): string {
  const { state, date, today, isOver } = booking;
  if (state === 'confirmed' && !isOver && date === today) return 'Today';
  return stateName({ ...booking, isUpcoming: !isOver });
}

export function endedWords(freeChangesThrough: CivilDate | null, timeZone?: string): string {
  if (freeChangesThrough === null) return 'It’s too late to cancel this visit for free.';
  const zone = timeZone === undefined ? '' : ` (${zoneName(timeZone)})`;
  return `Free cancellation ended on ${shortDate(freeChangesThrough)}, at 11:59 pm${zone}.`;
}

/** None while a dispute withholds them. */
export function centsBackAtOnce({ money }: Pick<ManagedBooking, 'money'>): number {
  return money.isWithheld ? 0 : Math.max(0, money.paidCents - money.refundingCents);
}

export function cancelTerms(booking: ManagedBooking, outcome: CancelOutcome, timeZone: string): WithNote {
  const { claim, money, freeChangesThrough } = booking;
  const kept = formatCents(money.paidCents - money.refundingCents);
  const opens = 'Your time opens to others as soon as you cancel.';
  if (outcome === 'refund' && money.refundingCents >= money.paidCents) {
    return { title: 'All of your money went back already', text: `Nothing is left to refund. ${opens}` };
  }
  if (outcome === 'refund' && money.isWithheld) {
    return { title: `Your bank decides first about your ${kept}`, text: `${REFUND_WITHHELD} ${opens}` };
  }
  if (outcome === 'refund' && money.isOutside) {
    return {
      title: `You get all of your ${kept} back`,
      text: `You paid us directly, so we also give it back to you directly, not through this site. ${opens}`,
    };
  }
  if (outcome === 'refund') {
    return {
      title: `You get all of your ${kept} back`,
      text: `We’ll send it back right away, to the card you paid with. ${BANK} ${opens}`,
    };
  }
  const ended = endedWords(freeChangesThrough, timeZone);
  if (outcome === 'keep') {
    const closed = isWholeDay(claim) ? 'no one can book that whole day anymore' : 'no one can book that time anymore';
    return {
      title: `If you cancel now, we keep your ${kept}`,
      text: `${ended} Booking closes two hours before a visit starts, so ${closed}, and there’s no refund.`,
    };
  }
  return {
    title: `If you cancel now, we keep your ${kept}, unless someone else books your ${isWholeDay(claim) ? 'day' : 'time'}`,
    text: `${ended} ${refundIfSold(booking)}`,
    note: WHICH_SALE_COUNTS,
  };
}

export function refundsNote({ refundingCents, refundedCents, failingCents }: DashboardCards['money']): string {
  if (refundingCents === 0) return 'In total. No refunds.';
  const waiting = refundingCents - refundedCents - failingCents;
  const parts = [
    refundedCents > 0 ? `${formatCents(refundedCents)} refunded.` : null,
    waiting > 0 ? `${formatCents(waiting)} on its way back.` : null,
    failingCents > 0 ? `The refund of ${formatCents(failingCents)} hasn’t gone through yet. We’ll keep trying.` : null,
  ];
  return parts.filter((part) => part !== null).join(' ');
}

const OWED_DIRECTLY = 'We owe you the money, and give it back directly.';

/** For one booking that is over; empty if there is nothing to say. */
export function refundNote({
  state,
  refund,
  reason,
  isOutside,
}: Pick<BookingSummary, 'state' | 'refund' | 'reason' | 'isOutside'>): string {
  const lost = whyLost(state, reason);
  const why = lost === null ? '' : `${LOST[lost].brief} `;
  switch (refund) {
    case 'none':
      return state === 'forfeited' ? 'We kept the payment.' : '';
    case 'requested':
      return isOutside ? OWED_DIRECTLY : `${why}The money is on its way back.`;
    case 'succeeded':
      return `${why}The money has gone back.`;
    case 'failed':
      return `${why}The refund hasn’t gone through yet. We’ll keep trying.`;
  }
}
