import { fieldWords } from '#shared/booking/booking-fields.ts';
import { headerLine } from '#shared/control-characters.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { bookingTicket } from '../booking.ts';
import { bookingLetter } from '../letter.ts';

export const letter = bookingLetter({
  on: ['BookingDetailsCorrected'],
  to: 'owner',
  write({ event, booking, business }) {
    const { fields, admin } = event.data;
    if (admin !== undefined) return null;
    const { name, area } = booking;
    return {
      subject: `Corrected: ${slotWords(booking)}, ${area}`,
      preview: `The customer corrected their ${fieldWords(fields)}. The time is the same.`,
      heading: `${headerLine(name)} corrected their details`,
      blocks: [
        `They changed their ${fieldWords(fields)}. The time and the price are the same.`,
        { ticket: bookingTicket(booking, business.timeZone, 'owner') },
      ],
    };
  },
});
