import { refundsOf } from '#db/projections/bookings.ts';
import { formatCents } from '#shared/money.ts';
import { referenceOf } from '#shared/reference.ts';
import { headerLine } from '#shared/control-characters.ts';
import { type MailBooking, type MailTerms, fixedFacts } from '../booking.ts';
import { type LetterWords, bookingLetter } from '../letter.ts';

/** The attempt after whose failure the customer is told, once. Attempts are about a quarter of an hour apart by then. */
const DELAYED_FROM = 11;

export function refundDelayed(
  booking: Pick<MailBooking, 'eventId' | 'name'> & MailTerms,
  { cents, currency }: { readonly cents: number; readonly currency: string },
): LetterWords {
  const amount = formatCents(cents, currency);
  return {
    subject: `Your ${amount} refund is taking longer`,
    preview: 'We’ll keep trying. There’s nothing you need to do.',
    heading: `Your ${amount} refund is taking longer`,
    blocks: [
      `Hello ${headerLine(booking.name)}, your ${amount} refund hasn’t gone through yet. We’re sorry. We know about it, and we’ll keep trying until it does.`,
      'There’s nothing you need to do, unless your card has been closed or replaced. In that case, reply to this email.',
      { facts: [...fixedFacts(booking), { label: 'Reference', value: referenceOf(booking.eventId) }] },
    ],
  };
}

/** A refund has not succeeded for a while. */
export const letter = bookingLetter({
  on: ['RefundFailed'],
  to: 'customer',
  tells: 'that their refund is taking longer',
  write({ event, row, booking }) {
    const { payment, attempt } = event.data;
    const refund = refundsOf(row).find((each) => each.payment === payment);
    if (attempt !== DELAYED_FROM || !refund) return null;
    return refundDelayed(booking, { cents: refund.amount, currency: refund.currency });
  },
});
