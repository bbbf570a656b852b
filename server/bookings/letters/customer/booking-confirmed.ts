import { soldByWords } from '#shared/business/legal.ts';
import { shortDate } from '#shared/civil-date.ts';
import { formatCents } from '#shared/money.ts';
import { SESSION_TYPES } from '#shared/booking/session-type.ts';
import { headerLine } from '#shared/control-characters.ts';
import { bookingTicket, changeWords, keepLink, visitTitle } from '../booking.ts';
import { bookingLetter } from '../letter.ts';

export const letter = bookingLetter({
  on: ['BookingConfirmed'],
  to: 'customer',
  tells: 'that the booking is confirmed',
  write({ booking, business, pages }) {
    const { service, name, priceCents, freeChangesThrough, isPaidOutside } = booking;
    const what = SESSION_TYPES[service].label.toLowerCase();
    const changes =
      freeChangesThrough === null
        ? ' It’s too late to move or cancel it for free.'
        : ` Move or cancel for free through ${shortDate(freeChangesThrough)}.`;
    return {
      subject: `${visitTitle(booking)} (booked)`,
      preview: `${formatCents(priceCents)} paid${isPaidOutside ? ' to us directly' : ''}. The time is yours.${changes}`,
      heading: `Your ${what} is booked`,
      blocks: [
        isPaidOutside
          ? `Hello ${headerLine(name)}, as we agreed on the phone, the time is yours.`
          : `Hello ${headerLine(name)}, we got your payment, and the time is yours.`,
        { ticket: bookingTicket(booking, business.timeZone) },
        `${soldByWords(business.legal)}.`,
        {
          actions: [
            { words: changeWords(booking), url: pages.manage },
            { words: 'Add to calendar', url: pages.calendar },
            { words: 'Refund and change policy', url: `${business.url}/legal/terms#changes` },
          ],
        },
        'The attached file adds the visit to your calendar, with the address and a reminder the day before.',
        keepLink(booking),
      ],
      calendar: 'request',
    };
  },
});
