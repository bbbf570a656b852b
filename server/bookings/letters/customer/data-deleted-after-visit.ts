import { PERSONAL_WORDS } from '#shared/booking/booking-fields.ts';
import { SESSION_TYPES } from '#shared/booking/session-type.ts';
import { headerLine } from '#shared/control-characters.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { bookingTicket, changeWords, keepLink } from '../booking.ts';
import { bookingLetter } from '../letter.ts';

export const letter = bookingLetter({
  on: ['ForgettingRequested'],
  to: 'customer',
  tells: 'that the visit stays booked, and that we delete their details once it is over',
  write({ booking, business, pages }) {
    const what = SESSION_TYPES[booking.service].label.toLowerCase();
    return {
      subject: `Still booked: ${what}, ${slotWords(booking)}`,
      preview: 'We delete your details once the visit is over.',
      heading: 'Your visit stays booked, and then we delete your details',
      blocks: [
        `Hello ${headerLine(booking.name)}, you asked us to delete your details. We’re still coming as planned, so we keep your ${PERSONAL_WORDS} until the visit is over. Then we delete them, and the link below stops working. You don’t need to do anything.`,
        { ticket: bookingTicket(booking, business.timeZone) },
        { actions: [{ words: changeWords(booking), url: pages.manage }] },
        keepLink(booking),
      ],
    };
  },
});
