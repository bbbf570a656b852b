import { refundsOf } from '#db/projections/booking-row.ts';
import { formatCents } from '#shared/money.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { headerLine } from '#shared/control-characters.ts';
import type { Business } from '../../../outside/mail/layout/letter.ts';
import { type MailBooking, fixedFacts, longWhen } from '../booking.ts';
import { type LetterWords, bookingLetter } from '../letter.ts';
import { KEEPS_FAILING_FROM } from '../money-back.ts';

export function refundDelayed(
  booking: MailBooking,
  { cents, currency }: { readonly cents: number; readonly currency: string },
  business: Business,
): LetterWords {
  const amount = formatCents(cents, currency);
  return {
    subject: `Your ${amount} refund is taking longer`,
    preview: 'We’ll keep trying. There’s nothing you need to do.',
    heading: `Your ${amount} refund is taking longer`,
    blocks: [
      `Hello ${headerLine(booking.name)}, your ${amount} refund hasn’t gone through yet. We’re sorry. We know about it, and we’ll keep trying until it does.`,
      'There’s nothing you need to do, unless your card has been closed or replaced. In that case, reply to this email. Please reply, too, if you don’t have the money in a week.',
      {
        facts: [
          { label: 'Visit', value: longWhen(booking, business.timeZone) },
          ...fixedFacts(booking),
          { label: 'Reference', value: referenceOf(booking.eventId) },
        ],
      },
    ],
  };
}

export const letter = bookingLetter({
  on: ['RefundFailed'],
  to: 'customer',
  tells: 'that their refund is taking longer',
  write({ event, row, booking, business }) {
    const { payment, attempt } = event.data;
    const refund = refundsOf(row).find((each) => each.payment === payment);
    if (attempt !== KEEPS_FAILING_FROM || !refund) return null;
    return refundDelayed(booking, { cents: refund.amount, currency: refund.currency }, business);
  },
});
