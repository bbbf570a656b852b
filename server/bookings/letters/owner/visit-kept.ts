import { headerLine } from '#shared/control-characters.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { bookingTicket } from '../booking.ts';
import { bookingLetter } from '../letter.ts';

export const letter = bookingLetter({
  on: ['VisitKept'],
  to: 'owner',
  write({ booking, business }) {
    return {
      subject: `Account deleted, visit stays: ${slotWords(booking)}, ${booking.area}`,
      preview: 'The visit goes ahead. Note down what you need before it’s over.',
      heading: `A customer in ${headerLine(booking.area)} deleted their account and keeps the visit`,
      blocks: [
        'The visit goes ahead as booked. Once its time is over, the site deletes the customer’s name, contact details, address, and notes.',
        { ticket: bookingTicket(booking, business.timeZone, 'owner') },
      ],
    };
  },
});
