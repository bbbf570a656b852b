import { fieldWords } from '#shared/booking/booking-fields.ts';
import { headerLine } from '#shared/control-characters.ts';
import { bookingTicket, changeWords, keepLink, visitTitle } from '../booking.ts';
import { bookingLetter } from '../letter.ts';

export const letter = bookingLetter({
  on: ['BookingDetailsCorrected'],
  to: 'customer',
  tells: 'that their details are corrected',
  write({ event, booking, business, pages }) {
    const what = fieldWords(event.data.fields);
    return {
      subject: `${visitTitle(booking)} (details corrected)`,
      preview: 'The time and the price are the same. The visit has a new link.',
      heading: 'Your details are corrected',
      blocks: [
        `Hello ${headerLine(booking.name)}, the ${what} of your visit ${event.data.fields.length === 1 ? 'is' : 'are'} corrected. The time and the price are the same.`,
        { ticket: bookingTicket(booking, business.timeZone) },
        {
          actions: [
            { words: changeWords(booking), url: pages.manage },
            { words: 'Add to calendar', url: pages.calendar },
          ],
        },
        'The attached file adds the visit to your calendar, or brings it up to date there. The links in our earlier emails no longer work, so please use the one above.',
        keepLink(booking),
      ],
      calendar: 'request',
    };
  },
});
