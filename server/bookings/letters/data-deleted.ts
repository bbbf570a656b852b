/** About a visit that goes ahead although the customer's account or data is to be deleted. */
import { PERSONAL_WORDS } from '#shared/booking/booking-fields.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { SESSION_TYPES } from '#shared/booking/session-type.ts';
import { headerLine } from '#shared/control-characters.ts';
import { type MailBooking, bookingTicket, changeWords, hello, keepLink } from './booking.ts';
import { bookingLetter } from './letter.ts';

function stillBooked(booking: MailBooking): string {
  return `Still booked: ${SESSION_TYPES[booking.service].label.toLowerCase()}, ${slotWords(booking)}`;
}

export const visitKept = bookingLetter({
  on: ['VisitKept'],
  to: 'customer',
  tells: 'that the visit stays booked without their account, and how to open it',
  write({ booking, business, manage }) {
    return {
      subject: stillBooked(booking),
      preview: 'Your account is deleted. This email has the link to your visit.',
      heading: 'Your account is deleted, and your visit stays booked',
      blocks: [
        `${hello(booking)}, we deleted your account, and we’re still coming as planned. You don’t need the account anymore: the link below opens your visit.`,
        { ticket: bookingTicket(booking, business.timeZone) },
        { actions: [{ words: changeWords(booking), url: manage }] },
        keepLink(booking),
        `For this visit, we keep your ${PERSONAL_WORDS} until it’s over. Then we delete them, too.`,
      ],
    };
  },
});

export const dataDeletedAfterVisit = bookingLetter({
  on: ['ForgettingRequested'],
  to: 'customer',
  tells: 'that the visit stays booked, and that we delete their details once it is over',
  write({ booking, business, manage }) {
    return {
      subject: stillBooked(booking),
      preview: 'We delete your details once the visit is over.',
      heading: 'Your visit stays booked, and then we delete your details',
      blocks: [
        `${hello(booking)}, you asked us to delete your details. We’re still coming as planned, so we keep your ${PERSONAL_WORDS} until the visit is over. Then we delete them, and the link below stops working. You don’t need to do anything.`,
        { ticket: bookingTicket(booking, business.timeZone) },
        { actions: [{ words: changeWords(booking), url: manage }] },
        keepLink(booking),
      ],
    };
  },
});

const OWNER_WORDS = {
  VisitKept: { subject: 'Account deleted', heading: 'deleted their account and keeps the visit' },
  ForgettingRequested: {
    subject: 'Data to be deleted',
    heading: 'asked to have their data deleted, and keeps the visit',
  },
} as const;

export const visitStays = bookingLetter({
  on: ['VisitKept', 'ForgettingRequested'],
  to: 'owner',
  write({ event, booking, business }) {
    const { subject, heading } = OWNER_WORDS[event.type];
    return {
      subject: `${subject}, visit stays: ${slotWords(booking)}, ${booking.area}`,
      preview: 'The visit goes ahead. Note down what you need before it’s over.',
      heading: `A customer in ${headerLine(booking.area)} ${heading}`,
      blocks: [
        'The visit goes ahead as booked. Once its time is over, the site deletes the customer’s name, contact details, address, and notes.',
        { ticket: bookingTicket(booking, business.timeZone, 'owner') },
      ],
    };
  },
});
