import { formatCents } from '#shared/money.ts';
import { referenceOf } from '#shared/reference.ts';
import { headerLine } from '#shared/control-characters.ts';
import { BANK, fixedFacts } from '../booking.ts';
import { bookingLetter } from '../letter.ts';
import { type CauseToldBy, MONEY_BACK, isToldBy } from '../money-back.ts';

const RETURNED: Readonly<Record<CauseToldBy<'payment-returned'>, string>> = {
  'paid-twice': 'You paid twice for the same booking, so we’re sending one payment back. Your visit is still booked.',
  traded: 'Your payment reached us after you had given up that time, so we’re sending it back.',
  'wrong-amount': 'Your payment didn’t match the price, so it doesn’t count toward the booking. We’re sending it back.',
};

/** A payment bought nothing, though no slot was lost. It may be in another currency than the price. */
export const letter = bookingLetter({
  on: ['RefundRequested'],
  to: 'customer',
  tells: MONEY_BACK,
  write({ event, booking }) {
    const { cause, amount: cents, currency } = event.data;
    if (!isToldBy('payment-returned', cause)) return null;
    const amount = formatCents(cents, currency);
    return {
      subject:
        cause === 'paid-twice'
          ? `You paid twice: we’re sending ${amount} back, and your visit is still booked`
          : `We’re sending your ${amount} back`,
      preview: RETURNED[cause],
      heading:
        cause === 'paid-twice'
          ? `We’re sending ${amount} back, and your visit is still booked`
          : `We’re sending your ${amount} back`,
      blocks: [
        `Hello ${headerLine(booking.name)}. ${RETURNED[cause]}`,
        `The ${amount} goes back to the card you paid with. ${BANK}`,
        {
          facts: [
            { label: 'Amount', value: amount },
            ...fixedFacts(booking),
            { label: 'Reference', value: referenceOf(booking.eventId) },
          ],
        },
      ],
    };
  },
});
