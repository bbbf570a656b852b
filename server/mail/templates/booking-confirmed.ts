import { formatCents } from '#shared/money.ts';
import { SESSION_NAMES } from '#shared/session-type.ts';
import { shortDate } from '#shared/civil-date.ts';
import { headerLine } from '../controls.ts';
import { type BookingPages, type MailBooking, bookingTicket, changeWords, keepLink, shortWhen } from './booking.ts';
import { type Business, type MailContent, writeLetter } from './letter.ts';
import { visitFile } from './visit-file.ts';

/** To the customer, once the booking is paid. */
export function bookingConfirmed(booking: MailBooking, business: Business, pages: BookingPages): MailContent {
  const { service, name, priceCents, freeChangesThrough } = booking;
  const what = SESSION_NAMES[service].toLowerCase();
  const changes =
    freeChangesThrough === null
      ? ' It’s too late to move or cancel it for free.'
      : ` Move or cancel for free through ${shortDate(freeChangesThrough)}.`;
  const content = writeLetter(
    {
      to: 'customer',
      subject: `Booked: ${what}, ${shortWhen(booking)}`,
      preview: `${formatCents(priceCents)} paid. The time is yours.${changes}`,
      heading: `Your ${what} is booked`,
      blocks: [
        `Hello ${headerLine(name)}, we got your payment, and the time is yours.`,
        { ticket: bookingTicket(booking, business.timeZone) },
        {
          actions: [
            { words: changeWords(booking), url: pages.manage },
            { words: 'Add to calendar', url: pages.calendar },
          ],
        },
        'The attached file adds the visit to your calendar, with the address and a reminder the day before.',
        keepLink(booking),
      ],
    },
    business,
  );
  return { ...content, attachments: [visitFile(booking, 'request', business, pages)] };
}

/** To the owner, when a booking is paid: all there is to know, since it stands on no page of theirs. */
export function newBooking(booking: MailBooking, business: Business): MailContent {
  const { area, service, priceCents } = booking;
  return writeLetter(
    {
      to: 'owner',
      subject: `New booking: ${shortWhen(booking)}, ${area}`,
      preview: `${SESSION_NAMES[service]} in ${area}, ${formatCents(priceCents)} paid.`,
      heading: `New booking in ${headerLine(area)}`,
      blocks: [{ ticket: bookingTicket(booking, business.timeZone, 'owner') }],
    },
    business,
  );
}
