import { SESSION_NAMES } from '#shared/session-type.ts';
import { headerLine } from '../controls.ts';
import { type BookingPages, type MailBooking, bookingTicket, changeWords, keepLink, shortWhen } from './booking.ts';
import { type Business, type MailContent, writeLetter } from './letter.ts';

/**
 * To a customer who has deleted their account and keeps a visit: how to open it from now on, and how long it is known as theirs.
 */
export function visitKept(booking: MailBooking, business: Business, pages: BookingPages): MailContent {
  const what = SESSION_NAMES[booking.service].toLowerCase();
  return writeLetter(
    {
      to: 'customer',
      subject: `Still booked: ${what}, ${shortWhen(booking)}`,
      preview: 'Your account is deleted. This email has the link to your visit.',
      heading: 'Your account is deleted, and your visit stays booked',
      blocks: [
        `Hello ${headerLine(booking.name)}, we deleted your account, and we’re still coming as planned. You don’t need the account anymore: the link below opens your visit.`,
        { ticket: bookingTicket(booking, business.timeZone) },
        { actions: [{ words: changeWords(booking), url: pages.manage }] },
        keepLink(booking),
        'For this visit, we keep your name, email, phone, address, and notes until it’s over. Then we delete them, too.',
      ],
    },
    business,
  );
}

/** To the owner, when a customer has deleted their account and keeps a visit. */
export function ownerKept(booking: MailBooking, business: Business): MailContent {
  return writeLetter(
    {
      to: 'owner',
      subject: `Account deleted, visit stays: ${shortWhen(booking)}, ${booking.area}`,
      preview: 'The visit goes ahead. Note down what you need before it’s over.',
      heading: `A customer in ${headerLine(booking.area)} deleted their account and keeps the visit`,
      blocks: [
        'The visit goes ahead as booked. Once its time is over, the site deletes the customer’s name, contact details, address, and notes.',
        { ticket: bookingTicket(booking, business.timeZone, 'owner') },
      ],
    },
    business,
  );
}
