import { SESSION_NAMES } from '#shared/session-type.ts';
import { headerLine } from '../controls.ts';
import {
  type BookingPages,
  KEEP_LINK,
  type MailBooking,
  bookingTicket,
  changeWords,
  customerFacts,
  shortWhen,
} from './booking.ts';
import { type Business, type MailContent, writeLetter } from './letter.ts';

/**
 * To a customer who has deleted their account and keeps a visit: how to get at it from now on, and how long it is known as theirs. Over:
 * free changes have ended by now.
 */
export function visitKept(booking: MailBooking, isOver: boolean, business: Business, pages: BookingPages): MailContent {
  const what = SESSION_NAMES[booking.service].toLowerCase();
  return writeLetter(
    {
      to: 'customer',
      subject: `Still booked: ${what}, ${shortWhen(booking)}`,
      preview: 'Your account is deleted. This email has the link to your visit.',
      heading: 'Your account is deleted, your visit stays',
      blocks: [
        `Hello ${headerLine(booking.name)}, we deleted your account, and we’re still coming as planned. Without the account, the link below opens your visit.`,
        { ticket: bookingTicket(booking, business.timeZone, { isOver }) },
        { actions: [{ words: isOver ? 'See or cancel it' : changeWords(booking), url: pages.manage }] },
        KEEP_LINK,
        'For this visit we keep your name, email, phone, address and notes until its time is over. Then we delete them, too.',
      ],
    },
    business,
  );
}

/** To the owner, when a customer has deleted their account and keeps a visit. */
export function ownerKept(booking: MailBooking, isOver: boolean, business: Business): MailContent {
  return writeLetter(
    {
      to: 'owner',
      subject: `Account deleted, visit stays: ${shortWhen(booking)}, ${booking.area}`,
      preview: 'The visit goes ahead. Note down what you need before it is over.',
      heading: `A customer in ${headerLine(booking.area)} deleted their account and keeps the visit`,
      blocks: [
        'The visit goes ahead as booked. Once its time is over, the site deletes who the customer was and where you went.',
        { ticket: bookingTicket(booking, business.timeZone, { people: customerFacts(booking), isOver }) },
      ],
    },
    business,
  );
}
