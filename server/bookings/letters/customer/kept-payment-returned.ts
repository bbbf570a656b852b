import { formatCents } from '#shared/money.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { headerLine } from '#shared/control-characters.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { fixedFacts, longWhen, refundWay } from '../booking.ts';
import { bookingLetter } from '../letter.ts';
import { type CauseToldBy, MONEY_BACK, isToldBy } from '../money-back.ts';

const GIVEN_BACK: Readonly<Record<CauseToldBy<'kept-payment-returned'>, { heading: string; why: string }>> = {
  refilled: {
    heading: 'Your time was filled after all',
    why: 'you canceled late, so we kept your payment. Since then, someone else booked your time or we closed it ourselves, so you get a full refund, as promised.',
  },
  goodwill: {
    heading: 'It’s on us',
    why: 'you canceled late, so we kept your payment. We’ve decided to give it back to you anyway.',
  },
};

export const letter = bookingLetter({
  on: ['RefundRequested'],
  to: 'customer',
  tells: MONEY_BACK,
  write({ event, booking, business }) {
    const { cause, amount: cents } = event.data;
    if (!isToldBy('kept-payment-returned', cause) || cents === 0) return null;
    const amount = formatCents(cents);
    const { heading, why } = GIVEN_BACK[cause];
    return {
      subject: `Good news: you get your ${amount} back for ${slotWords(booking)}`,
      preview: refundWay(amount, booking).brief,
      heading: `${heading}: you get your ${amount} back`,
      blocks: [
        `Hello ${headerLine(booking.name)}, ${why}`,
        refundWay(amount, booking).full,
        {
          facts: [
            { label: 'Visit', value: longWhen(booking, business.timeZone) },
            { label: 'Amount', value: amount },
            ...fixedFacts({ ...booking, areFreeChangesOver: true }),
            { label: 'Reference', value: referenceOf(booking.eventId) },
          ],
        },
      ],
    };
  },
});
