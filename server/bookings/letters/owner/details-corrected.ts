import { correctedWords } from '#shared/booking/corrected-fields.ts';
import { headerLine } from '#shared/control-characters.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { bookingTicket } from '../booking.ts';
import { bookingLetter } from '../letter.ts';

/** The owner is not told of their own corrections. */
export const letter = bookingLetter({
  on: ['BookingDetailsCorrected'],
  to: 'owner',
  write({ event, booking, business }) {
    const { fields, admin } = event.data;
    if (admin !== undefined) return null;
    const { name, area } = booking;
    return {
      subject: `Corrected: ${slotWords(booking)}, ${area}`,
      preview: `The customer corrected their ${correctedWords(fields)}. The time is the same.`,
      heading: `${headerLine(name)} corrected their details`,
      blocks: [
        `They changed their ${correctedWords(fields)}. The time and the price are the same.`,
        { ticket: bookingTicket(booking, business.timeZone, 'owner') },
      ],
    };
  },
});
