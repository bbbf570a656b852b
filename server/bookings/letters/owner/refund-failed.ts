import { refundsOf } from '#db/projections/booking-row.ts';
import type { RefundCause } from '#events/booking/booking.ts';
import { formatCents } from '#shared/money.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import type { Business } from '../../../outside/mail/layout/letter.ts';
import { type MailBooking, customerFacts, fixedFacts, longWhen } from '../booking.ts';
import { type LetterWords, bookingLetter } from '../letter.ts';
import { KEEPS_FAILING_FROM } from '../money-back.ts';

const CAUSES: Readonly<Record<RefundCause, string>> = {
  cancelled: 'Canceled in time',
  'cancelled-by-owner': 'Canceled by you',
  refilled: 'Canceled late, and the time was booked again or closed',
  goodwill: 'Canceled late, and given back by you',
  'after-visit': 'Given back by you after the visit',
  'slot-lost': 'Paid late, when the time was taken or had started',
  'paid-twice': 'Paid twice',
  traded: 'Paid for a time that the customer had given up',
  'wrong-amount': 'Paid an amount that wasn’t the price',
};

export interface FailedRefund {
  readonly payment: string;
  readonly cause: RefundCause;
  readonly cents: number;
  readonly currency: string;
  readonly attempts: number;
  readonly reason: string;
}

export function refundFailed(refund: FailedRefund, booking: MailBooking, business: Business): LetterWords {
  const keepsFailing = refund.attempts >= KEEPS_FAILING_FROM;
  const amount = formatCents(refund.cents, refund.currency);
  const failed = keepsFailing ? 'keeps failing' : 'failed';
  return {
    subject: `Needs attention: a refund of ${amount} ${failed}`,
    preview: keepsFailing ? 'Please make the refund yourself.' : 'We try again automatically.',
    heading: `A refund of ${amount} ${failed}`,
    blocks: [
      keepsFailing
        ? `Please make the full refund of ${amount} yourself, on the payment provider’s site. We find it there, stop trying, and never pay it out twice. Until then we keep trying.`
        : 'We try again automatically, less and less often. There’s nothing you need to do yet: if it keeps failing, we email you once more.',
      {
        facts: [
          { label: 'Amount', value: amount },
          { label: 'Why', value: CAUSES[refund.cause] },
          { label: 'Tried', value: refund.attempts === 1 ? 'once' : `${refund.attempts} times` },
          { label: 'Provider says', value: refund.reason },
          { label: 'Visit', value: longWhen(booking, business.timeZone) },
          ...customerFacts(booking),
          ...fixedFacts(booking),
          { label: 'Reference', value: referenceOf(booking.eventId) },
          { label: 'Payment', value: refund.payment },
        ],
      },
    ],
  };
}

/** Sent at the first failure, and again if the refund still fails later. */
export const letter = bookingLetter({
  on: ['RefundFailed'],
  to: 'owner',
  write({ event, row, booking, business }) {
    const { payment, attempt: attempts, reason } = event.data;
    const refund = refundsOf(row).find((each) => each.payment === payment);
    if ((attempts !== 1 && attempts !== KEEPS_FAILING_FROM) || !refund) return null;
    const { amount: cents, currency, cause } = refund;
    return refundFailed({ payment, cause, cents, currency, attempts, reason }, booking, business);
  },
});
