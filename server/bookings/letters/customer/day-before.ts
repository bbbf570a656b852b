import { longDateThisYear } from '#shared/civil-date.ts';
import { SESSION_TYPES } from '#shared/booking/session-type.ts';
import { headerLine } from '#shared/control-characters.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { bookingTicket } from '../booking.ts';
import { bookingLetter } from '../letter.ts';
import { isReminderStillTrue } from '../reminder.ts';

export const letter = bookingLetter({
  on: ['ReminderRequested'],
  to: 'customer',
  tells: 'when the visit is',
  write({ event, row, booking, business, pages, dependencies }) {
    if (event.data.kind !== 'day-before' || !isReminderStillTrue(row, event.data, dependencies)) return null;
    const what = SESSION_TYPES[booking.service].label.toLowerCase();
    return {
      subject: `Your ${what} is on ${slotWords(booking)}`,
      preview: 'When, where, and what we’ll do.',
      heading: `See you ${longDateThisYear(booking.date)}`,
      blocks: [
        `Hello ${headerLine(booking.name)}, here’s what we have for your visit. Please make sure someone is there to let us in.`,
        { ticket: bookingTicket(booking, business.timeZone) },
        {
          actions: [
            { words: 'See your visit', url: pages.manage },
            { words: 'Add to calendar', url: pages.calendar },
          ],
        },
        'Has anything changed? Reply to this email.',
      ],
    };
  },
});
