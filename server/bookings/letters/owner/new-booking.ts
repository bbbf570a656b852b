import { formatCents } from '#shared/money.ts';
import { SESSION_TYPES } from '#shared/booking/session-type.ts';
import { headerLine } from '#shared/control-characters.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { bookingTicket } from '../booking.ts';
import { bookingLetter } from '../letter.ts';

/** Has all details, so that the owner needs no page to prepare the visit. */
export const letter = bookingLetter({
  on: ['BookingConfirmed'],
  to: 'owner',
  write({ booking, business }) {
    const { area, service, priceCents, isPaidOutside } = booking;
    return {
      subject: `New booking: ${slotWords(booking)}, ${area}`,
      preview: `${SESSION_TYPES[service].label} in ${area}, ${formatCents(priceCents)} paid${isPaidOutside ? ' to you directly' : ''}.`,
      heading: `New booking in ${headerLine(area)}`,
      blocks: [{ ticket: bookingTicket(booking, business.timeZone, 'owner') }],
    };
  },
});
