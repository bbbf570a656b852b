import { formatCents } from '#shared/money.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { headerLine } from '#shared/control-characters.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { fixedFacts, longWhen, refundWay } from '../booking.ts';
import { bookingLetter } from '../letter.ts';
import { MONEY_BACK, isToldBy } from '../money-back.ts';

export const letter = bookingLetter({
  on: ['RefundRequested'],
  to: 'customer',
  tells: MONEY_BACK,
  write({ event, booking, row, business }) {
    const { cause, amount: cents } = event.data;
    if (!isToldBy('visit-refunded', cause) || cents === 0) return null;
    const amount = formatCents(cents);
    const visit = row.status === 'no-show' ? 'the visit that we missed you at' : 'your visit';
    return {
      subject: `You get your ${amount} back for ${slotWords(booking)}`,
      preview: refundWay(amount, booking).brief,
      heading: `It’s on us: you get your ${amount} back`,
      blocks: [
        `Hello ${headerLine(booking.name)}, we’ve decided to give you back what you paid for ${visit}.`,
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
