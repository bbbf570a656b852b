import { claimOf } from '#shared/booking/session-type.ts';
import { headerLine } from '#shared/control-characters.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { bookingTicket, longWhen } from '../booking.ts';
import { bookingLetter } from '../letter.ts';

export const letter = bookingLetter({
  on: ['BookingRescheduled'],
  to: 'owner',
  write({ event, booking, business }) {
    if (event.data.admin !== undefined) return null;
    const { area } = booking;
    const from = { date: event.data.from.date, claim: claimOf(event.data.from.units) };
    return {
      subject: `Moved: ${slotWords(from)} is now ${slotWords(booking)}, ${area}`,
      preview: 'The old time is open again. Nothing was charged.',
      heading: `A visit in ${headerLine(area)} has a new time`,
      blocks: [
        `It was on ${longWhen(from, business.timeZone)}. That time is open again.`,
        { ticket: bookingTicket(booking, business.timeZone, 'owner') },
      ],
    };
  },
});
