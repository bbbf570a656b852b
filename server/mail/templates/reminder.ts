import { longDate, longDateThisYear, shortDate } from '#shared/civil-date.ts';
import { freeThrough } from '#shared/free-changes.ts';
import { keptUnlessSold } from '#shared/late-cancelling.ts';
import { formatCents } from '#shared/money.ts';
import { SESSION_NAMES } from '#shared/session-type.ts';
import { referenceOf } from '#shared/reference.ts';
import { headerLine } from '../controls.ts';
import {
  type BookingPages,
  type MailBooking,
  bookingTicket,
  fixedFacts,
  longWhen,
  keepLink,
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
      subject: `Last day to move or cancel for free: your visit on ${shortWhen(booking)}`,
      preview: `Changes are free through ${shortDate(through)}, 11:59 pm. If the time still works for you, do nothing.`,
      heading: 'Today is the last day for free changes',
      blocks: [
        `Hello ${headerLine(booking.name)}, your visit is on ${longWhen(booking, business.timeZone)}. If that still works for you, there’s nothing you need to do.`,
        `If not, you can move or cancel it for free ${freeThrough(longDate(through), business.timeZone)}. If you cancel after that, ${keptUnlessSold(`the ${amount} you paid`)}`,
        { actions: [{ words: 'Move or cancel your visit', url: pages.manage }] },
        { facts: [...fixedFacts(booking), { label: 'Reference', value: referenceOf(booking.eventId) }] },
        keepLink(booking),
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
    },
    business,
  );
}
