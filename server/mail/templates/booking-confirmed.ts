import { formatCents } from '#shared/money.ts';
import { SESSION_NAMES } from '#shared/session-type.ts';
import { shortDate } from '#shared/civil-date.ts';
import { calendarFilename, visitCalendar } from '../../calendar/visit-calendar.ts';
import { headerLine } from '../controls.ts';
import type { Attachment } from '../port.ts';
import { type MailBooking, bookingTicket, place, shortWhen } from './booking.ts';
import { type Business, type MailContent, writeLetter } from './letter.ts';
import { mailUrl, phoneUrl } from './links.ts';

/** Where the booking can be seen, and had for a calendar. */
export interface BookingPages {
  readonly ticket: string;
  readonly calendar: string;
}

/** To the customer, once the booking is paid. */
export function bookingConfirmed(booking: MailBooking, business: Business, pages: BookingPages): MailContent {
  const { service, name, priceCents, freeChangesThrough } = booking;
  const what = SESSION_NAMES[service].toLowerCase();
  const changes = freeChangesThrough === null ? '' : ` Move or cancel free through ${shortDate(freeChangesThrough)}.`;
  const content = writeLetter(
    {
      to: 'customer',
      subject: `Booked: ${what}, ${shortWhen(booking)}`,
      preview: `${formatCents(priceCents)} paid, the time is yours.${changes}`,
      heading: `Your ${what} is booked`,
      blocks: [
        `Hello ${headerLine(name)}, we have your payment and the time is yours.`,
        { ticket: bookingTicket(booking, business.timeZone) },
        {
          actions: [
            { words: 'See the booking', url: pages.ticket },
            { words: 'Add to calendar', url: pages.calendar },
          ],
        },
        'The visit is attached for your calendar too, with the address and a reminder the day before.',
        'To move or cancel it, answer this mail.',
      ],
    },
    business,
  );
  return { ...content, attachments: [calendarFile(booking, business, pages)] };
}

function calendarFile(booking: MailBooking, business: Business, pages: BookingPages): Attachment {
  const { eventId, service, date, claim, tasks, confirmedAt: at } = booking;
  const details = { location: place(booking), tasks };
  const visit = { eventId, service, date, claim, sequence: 0, at, url: pages.ticket, details };
  return {
    filename: calendarFilename(date),
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: visitCalendar(visit, business),
  };
}

/** To the owner, when a booking is paid. */
export function newBooking(booking: MailBooking, business: Business, pages: BookingPages): MailContent {
  const { name, email, phone, area, service, priceCents } = booking;
  const call = phoneUrl(phone);
  const people = [
    { label: 'Customer', value: headerLine(name) },
    { label: 'Phone', value: phone, ...(call !== undefined && { url: call }) },
    { label: 'E-mail', value: email, url: mailUrl(email) },
  ];
  return writeLetter(
    {
      to: 'owner',
      subject: `New booking: ${shortWhen(booking)}, ${area}`,
      preview: `${SESSION_NAMES[service]} in ${area}, ${formatCents(priceCents)} paid.`,
      heading: `New booking in ${headerLine(area)}`,
      blocks: [
        { ticket: bookingTicket(booking, business.timeZone, people) },
        { actions: [{ words: 'See the booking', url: pages.ticket }] },
      ],
    },
    business,
  );
}
