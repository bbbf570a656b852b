import { formatCents } from '#shared/money.ts';
import type { HistoryLine, RefundReason } from '#shared/managed-booking.ts';
import type { Unit } from '#shared/session-type.ts';
import { UNIT_NAMES, slotWords } from '../booking/slot-words.ts';

/** Why money goes back, after a colon. */
export const REFUND_REASONS: Readonly<Record<RefundReason, string>> = {
  'slot-lost': 'the time was lost before the payment arrived',
  traded: 'you had given that time back before the payment arrived',
  'paid-twice': 'the booking was paid twice',
  'wrong-amount': 'it was not the price of the visit',
  cancelled: 'you canceled in time',
  'cancelled-by-owner': 'we canceled the visit',
  refilled: 'your time was sold again',
  goodwill: 'a courtesy of ours',
};

const OTHER_HALF: Readonly<Record<Unit, Unit>> = { am: 'pm', pm: 'am' };

/** What happened to a booking, in a sentence to its customer. */
export function historyWords(line: HistoryLine): string {
  switch (line.kind) {
    case 'booked':
      return `Booked ${slotWords(line.slot)}, and paid ${formatCents(line.cents)}.`;
    case 'paid':
      return `Another payment of ${formatCents(line.cents, line.currency)} reached us, which was not needed.`;
    case 'moved':
      return `Moved from ${slotWords(line.from)}, to ${slotWords(line.to)}, at no charge.`;
    case 'cancelled':
      return line.by === 'customer' ? 'You canceled the visit in time.' : 'We canceled the visit.';
    case 'forfeited':
      return `You canceled the visit after free changes had ended, so ${formatCents(line.cents)} was kept.`;
    case 'half-refilled': {
      const [half, other] = [UNIT_NAMES[line.unit], UNIT_NAMES[OTHER_HALF[line.unit]]];
      return line.by === 'sale'
        ? `Somebody else booked and paid for the ${half} of your day. The ${other} was not sold again yet.`
        : `We closed the ${half} of your day, which counts as sold again. The ${other} was not sold again yet.`;
    }
    case 'refilled':
      return 'Your time was sold again before it began.';
    case 'forfeiture-final':
      return 'The time began before all of it was sold again, so the payment stays with us.';
    case 'refund-requested':
      return `Sent ${formatCents(line.cents, line.currency)} on its way back to your card: ${REFUND_REASONS[line.reason]}.`;
    case 'refund-delayed':
      return `The refund of ${formatCents(line.cents, line.currency)} did not go through at first. We keep trying.`;
    case 'refund-succeeded':
      return `Gave ${formatCents(line.cents, line.currency)} back to your card.`;
    case 'completed':
      return 'The visit took place.';
    case 'no-show':
      return 'We came, and found nobody there.';
    case 'no-show-undone':
      return 'We had noted that nobody was there. That was wrong, and is put right.';
  }
}
