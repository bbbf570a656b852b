import { correctedWords } from '#shared/booking/corrected-fields.ts';
import { formatCents } from '#shared/money.ts';
import type { HistoryLine, RefundReason } from '#shared/booking/managed-booking.ts';
import { type Unit, UNIT_NAMES } from '#shared/booking/session-type.ts';
import { slotWords } from '#shared/booking/hours.ts';

/** Reasons of a refund, to follow a colon. */
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

const OTHER_HALF: Readonly<Record<Unit, Unit>> = { am: 'pm', pm: 'am' };

/** A line of a booking's history, as a sentence for its customer. */
export function historyWords(line: HistoryLine): string {
  switch (line.kind) {
    case 'booked':
      return line.outside
        ? `Booked ${slotWords(line.slot)}, by phone, and paid ${formatCents(line.cents)} to us directly.`
        : `Booked ${slotWords(line.slot)}, and paid ${formatCents(line.cents)}.`;
    case 'paid':
      return `Another payment of ${formatCents(line.cents, line.currency)} reached us. You’d already paid.`;
    case 'moved':
      return `${line.by === 'owner' ? 'We moved the visit' : 'Moved'} from ${slotWords(line.from)}, to ${slotWords(line.to)}, at no charge.`;
    case 'cancelled':
      return line.by === 'customer' ? 'You canceled the visit in time.' : 'We canceled the visit.';
    case 'forfeited':
      return `You canceled the visit when it was too late to cancel for free, so we kept ${formatCents(line.cents)}.`;
    case 'half-refilled': {
      const [half, other] = [UNIT_NAMES[line.unit], UNIT_NAMES[OTHER_HALF[line.unit]]];
      return line.by === 'sale'
        ? `Someone else booked and paid for the ${half} of your day. The ${other} isn’t booked again yet.`
        : `We closed the ${half} of your day, which counts as booked. The ${other} isn’t booked again yet.`;
    }
    case 'refilled':
      return 'All of your time was booked again, or we closed it, before it started.';
    case 'forfeiture-final':
      return 'The time started before all of it was booked again, so we kept the payment.';
    case 'forgetting-requested':
      return 'You asked us to delete your details. We do once the visit is over.';
    case 'details-corrected':
      return `${line.by === 'owner' ? 'We corrected your' : 'You corrected your'} ${correctedWords(line.fields)}.`;
    case 'refund-requested':
      return line.outside
        ? `We owe you ${formatCents(line.cents, line.currency)}, to be given back directly: ${REFUND_REASONS[line.reason]}.`
        : `Sent ${formatCents(line.cents, line.currency)} back to your card: ${REFUND_REASONS[line.reason]}.`;
    case 'refund-delayed':
      return `The refund of ${formatCents(line.cents, line.currency)} didn’t go through at first. We’ll keep trying.`;
    case 'refund-succeeded':
      return line.outside
        ? `We noted that we gave you ${formatCents(line.cents, line.currency)} back directly.`
        : `The refund of ${formatCents(line.cents, line.currency)} went through.`;
    case 'refunded-by-hand':
      return `We sent ${formatCents(line.cents, line.currency)} back to your card.`;
    case 'dispute-lost':
      return `Your bank gave you ${formatCents(line.cents, line.currency)} back.`;
    case 'completed':
      return 'The visit took place.';
    case 'completion-undone':
      return 'We had noted the visit as done. That was too early, and we’ve corrected it.';
    case 'no-show':
      return 'We came, but no one was there.';
    case 'no-show-undone':
      return 'We had noted that no one was there. That was wrong, and we’ve corrected it.';
  }
}
