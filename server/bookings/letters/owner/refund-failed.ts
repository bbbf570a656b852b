import { refundsOf } from '#db/projections/bookings.ts';
import type { RefundCause } from '#events/booking.ts';
import { formatCents } from '#shared/money.ts';
import { referenceOf } from '#shared/reference.ts';
import { type MailTerms, fixedFacts } from '../booking.ts';
import { type LetterWords, bookingLetter } from '../letter.ts';

const CAUSES: Readonly<Record<RefundCause, string>> = {
  cancelled: 'Canceled in time',
  'cancelled-by-owner': 'Canceled by you',
  refilled: 'Canceled late, and the time was booked again or closed',
  goodwill: 'Canceled late, and given back by you',
  'slot-lost': 'Paid late, when the time was taken or had started',
  'paid-twice': 'Paid twice',
  traded: 'Paid for a time that the customer had given up',
  'wrong-amount': 'Paid an amount that wasn’t the price',
};

export interface FailedRefund extends MailTerms {
  readonly eventId: string;
  readonly payment: string;
  readonly cause: RefundCause;
  readonly cents: number;
  readonly currency: string;
  /** Number of attempts. */
  readonly attempts: number;
  /** In the provider's words. */
  readonly reason: string;
}

export function refundFailed(refund: FailedRefund): LetterWords {
  const amount = formatCents(refund.cents, refund.currency);
  return {
    subject: `Needs attention: a refund of ${amount} failed`,
    preview: `${CAUSES[refund.cause]}. We try again automatically.`,
    heading: `A refund of ${amount} failed`,
    blocks: [
      'We try again automatically, less and less often, and never pay it out twice. If it keeps failing, make the refund on the payment provider’s site.',
      {
        facts: [
          { label: 'Amount', value: amount },
          { label: 'Why', value: CAUSES[refund.cause] },
          { label: 'Tried', value: refund.attempts === 1 ? 'once' : `${refund.attempts} times` },
          { label: 'Provider', value: refund.reason },
          ...fixedFacts(refund),
          { label: 'Reference', value: referenceOf(refund.eventId) },
          { label: 'Payment', value: refund.payment },
        ],
      },
    ],
  };
}

/** A refund failed. From the first failure on it is in the attention list. */
export const letter = bookingLetter({
  on: ['RefundFailed'],
  to: 'owner',
  write({ event, row, booking }) {
    const { payment, attempt: attempts, reason } = event.data;
    const refund = refundsOf(row).find((each) => each.payment === payment);
    if (attempts > 1 || !refund) return null;
    const { amount: cents, currency, cause } = refund;
    return refundFailed({ ...booking, payment, cause, cents, currency, attempts, reason });
  },
});
