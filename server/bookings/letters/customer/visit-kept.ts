import { PERSONAL_WORDS } from '#shared/booking/booking-fields.ts';
import { SESSION_TYPES } from '#shared/booking/session-type.ts';
import { headerLine } from '#shared/control-characters.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { bookingTicket, changeWords, keepLink } from '../booking.ts';
import { bookingLetter } from '../letter.ts';

export const letter = bookingLetter({
  on: ['VisitKept'],
  to: 'customer',
  tells: 'that the visit stays booked without their account, and how to open it',
  write({ booking, business, pages }) {
    const what = SESSION_TYPES[booking.service].label.toLowerCase();
    return {
      subject: `Still booked: ${what}, ${slotWords(booking)}`,
      preview: 'Your account is deleted. This email has the link to your visit.',
      heading: 'Your account is deleted, and your visit stays booked',
      blocks: [
        `Hello ${headerLine(booking.name)}, we deleted your account, and we’re still coming as planned. You don’t need the account anymore: the link below opens your visit.`,
        { ticket: bookingTicket(booking, business.timeZone) },
        { actions: [{ words: changeWords(booking), url: pages.manage }] },
        keepLink(booking),
        `For this visit, we keep your ${PERSONAL_WORDS} until it’s over. Then we delete them, too.`,
      ],
    };
  },
});
