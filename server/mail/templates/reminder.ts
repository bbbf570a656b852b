import { longDate, shortDate } from '#shared/civil-date.ts';
import { freeThrough } from '#shared/free-changes.ts';
import { UNLESS_SOLD } from '#shared/late-cancelling.ts';
import { formatCents } from '#shared/money.ts';
import { SESSION_NAMES } from '#shared/session-type.ts';
import { referenceOf } from '#shared/reference.ts';
import { headerLine } from '../controls.ts';
import {
  type BookingPages,
  KEEP_LINK,
  type MailBooking,
  bookingTicket,
  fixedFacts,
  longWhen,
  shortWhen,
} from './booking.ts';
import { type Business, type MailContent, writeLetter } from './letter.ts';

/** To the customer, on the last day on which the visit can be changed free. */
export function lastFreeDay(booking: MailBooking, business: Business, pages: BookingPages): MailContent {
  const amount = formatCents(booking.priceCents);
  const through = booking.freeChangesThrough ?? booking.date;
  return writeLetter(
    {
      to: 'customer',
      subject: `Last day to move or cancel free: visit ${shortWhen(booking)}`,
      preview: `To the end of ${shortDate(through)} changes cost nothing. If all is well, do nothing.`,
      heading: 'Today is the last day for free changes',
      blocks: [
        `Hello ${headerLine(booking.name)}, your visit is on ${longWhen(booking, business.timeZone)}. If that suits you, there is nothing to do.`,
        `If not, move or cancel it ${freeThrough(longDate(through), business.timeZone)}: until then it costs nothing. After that the ${amount} you paid is kept, ${UNLESS_SOLD}.`,
        { actions: [{ words: 'Move or cancel it', url: pages.manage }] },
        { facts: [...fixedFacts(booking), { label: 'Reference', value: referenceOf(booking.eventId) }] },
        KEEP_LINK,
      ],
    },
    business,
  );
}

/** To the customer, on the day before the visit, when its free changes are over. */
export function dayBefore(booking: MailBooking, business: Business, pages: BookingPages): MailContent {
  const what = SESSION_NAMES[booking.service].toLowerCase();
  return writeLetter(
    {
      to: 'customer',
      subject: `Your ${what} is on ${shortWhen(booking)}`,
      preview: 'Where, when and what, so that nothing is forgotten.',
      heading: `See you on ${longDate(booking.date)}`,
      blocks: [
        `Hello ${headerLine(booking.name)}, this is what we have noted for your visit. Please see that somebody is there to let us in.`,
        { ticket: bookingTicket(booking, business.timeZone, { isOver: true }) },
        {
          actions: [
            { words: 'See the booking', url: pages.manage },
            { words: 'Add to calendar', url: pages.calendar },
          ],
        },
        'Is anything different? Answer this email.',
      ],
    },
    business,
  );
}
