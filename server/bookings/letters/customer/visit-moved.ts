import { shortDate } from '#shared/civil-date.ts';
import { claimOf, SESSION_TYPES } from '#shared/booking/session-type.ts';
import { headerLine } from '#shared/control-characters.ts';
import { bookingTicket, changeWords, keepLink, longWhen, visitTitle } from '../booking.ts';
import { bookingLetter } from '../letter.ts';

export const letter = bookingLetter({
  on: ['BookingRescheduled'],
  to: 'customer',
  tells: 'that the visit was moved',
  write({ event, booking, business, pages }) {
    const { service, name, freeChangesThrough } = booking;
    const { from, admin } = event.data;
    const isByOwner = admin !== undefined;
    const before = longWhen({ date: from.date, claim: claimOf(from.units) }, business.timeZone);
    const what = SESSION_TYPES[service].label.toLowerCase();
    const changes =
      freeChangesThrough === null
        ? 'It’s too late to move it again, or to cancel it for free.'
        : `Move or cancel for free through ${shortDate(freeChangesThrough)}.`;
    return {
      subject: `${visitTitle(booking)} (${isByOwner ? 'we moved it' : 'moved'})`,
      preview: `Nothing was charged. ${changes}`,
      heading: `Your ${what} has a new time`,
      blocks: [
        isByOwner
          ? `Hello ${headerLine(name)}, we’ve moved your visit from ${before} to the time below. Nothing was charged.`
          : `Hello ${headerLine(name)}, your visit has moved from ${before} to the time below. Nothing was charged.`,
        { ticket: bookingTicket(booking, business.timeZone) },
        {
          actions: [
            { words: changeWords(booking), url: pages.manage },
            { words: 'Add to calendar', url: pages.calendar },
          ],
        },
        ...(isByOwner ? ['If the new time doesn’t suit you, reply to this email, and we’ll find another one.'] : []),
        'The attached file moves the visit in your calendar. The links in our earlier emails no longer work, so please use the one above.',
        keepLink(booking),
      ],
      calendar: 'request',
    };
  },
});
