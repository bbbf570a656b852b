import { formatCents } from '#shared/money.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { headerLine } from '#shared/control-characters.ts';
import type { Block } from '../../../outside/mail/layout/letter.ts';
import { BANK, bookUrl, fixedFacts, longWhen } from '../booking.ts';
import { bookingLetter } from '../letter.ts';
import { type CauseToldBy, MONEY_BACK, isToldBy } from '../money-back.ts';

const WHY: Readonly<Record<CauseToldBy<'payment-returned'>, string>> = {
  'paid-twice': 'you paid twice for the visit below, so we’re sending one payment back.',
  traded: 'you paid for the time below after you had chosen another one, so we’re sending the money back.',
  'wrong-amount': 'you paid an amount that isn’t the price of the visit below, so we’re sending the money back.',
};

const UNBOOKED: Readonly<Record<CauseToldBy<'payment-returned'>, string>> = {
  'paid-twice': 'Your first payment isn’t affected by this.',
  traded: 'The time you chose instead isn’t affected by this.',
  'wrong-amount': 'This payment didn’t book a visit.',
};

/** A payment that bought nothing, although no slot was lost. It may be in another currency. */
export const letter = bookingLetter({
  on: ['RefundRequested'],
  to: 'customer',
  tells: MONEY_BACK,
  write({ event, row, booking, business }) {
    const { cause, amount: cents, currency } = event.data;
    if (!isToldBy('payment-returned', cause)) return null;
    const amount = formatCents(cents, currency);
    const isBooked = row.status === 'confirmed';
    const sending = `’re sending ${amount} back${isBooked ? ', and your visit is still booked' : ''}`;
    const standing = isBooked ? 'Your visit is still booked.' : UNBOOKED[cause];
    const book: Block = { actions: [{ words: 'Book a visit', url: bookUrl(booking, business) }] };
    return {
      subject: cause === 'paid-twice' ? `You paid twice: we${sending}` : `We${sending}`,
      preview: standing,
      heading: `We${sending}`,
      blocks: [
        `Hello ${headerLine(booking.name)}, ${WHY[cause]} ${standing}`,
        `The ${amount} goes back to the card you paid with. ${BANK}`,
        ...(!isBooked && cause === 'wrong-amount' ? [book] : []),
        {
          facts: [
            { label: 'Amount', value: amount },
            { label: isBooked ? 'Visit' : 'Time', value: longWhen(booking, business.timeZone) },
            ...fixedFacts(booking),
            { label: 'Reference', value: referenceOf(booking.eventId) },
          ],
        },
      ],
    };
  },
});
