/** About a visit that was moved or corrected, or that stays although its customer's account or data is to be deleted. */
import { PERSONAL_WORDS, fieldWords } from '#shared/booking/booking-fields.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { SESSION_TYPES, claimOf } from '#shared/booking/session-type.ts';
import { shortDate } from '#shared/civil-date.ts';
import { headerLine } from '#shared/control-characters.ts';
import type { Block } from '../../outside/mail/layout/letter.ts';
import {
  type MailBooking,
  addToCalendar,
  bookingTicket,
  changeWords,
  hello,
  keepLink,
  longWhen,
  visitTitle,
} from './booking.ts';
import { bookingLetter } from './letter.ts';

function newLinks(booking: MailBooking, manage: string): Block {
  return { actions: [{ words: changeWords(booking), url: manage }, addToCalendar(manage)] };
}

const OLD_LINKS = 'The links in our earlier emails no longer work, so please use the one above.';

export const visitMoved = bookingLetter({
  on: ['BookingRescheduled'],
  to: 'customer',
  tells: 'that the visit was moved',
  write({ event, booking, business, manage }) {
    const { service, freeChangesThrough } = booking;
    const { from, admin } = event.data;
    const isByOwner = admin !== undefined;
    const before = longWhen({ date: from.date, claim: claimOf(from.units) }, business.timeZone);
    const changes =
      freeChangesThrough === null
        ? 'It’s too late to move it again, or to cancel it for free.'
        : `Move or cancel for free through ${shortDate(freeChangesThrough)}.`;
    return {
      subject: `${visitTitle(booking)} (${isByOwner ? 'we moved it' : 'moved'})`,
      preview: `Nothing was charged. ${changes}`,
      heading: `Your ${SESSION_TYPES[service].label.toLowerCase()} has a new time`,
      blocks: [
        isByOwner
          ? `${hello(booking)}, we’ve moved your visit from ${before} to the time below. Nothing was charged.`
          : `${hello(booking)}, your visit has moved from ${before} to the time below. Nothing was charged.`,
        { ticket: bookingTicket(booking, business.timeZone) },
        newLinks(booking, manage),
        ...(isByOwner ? ['If the new time doesn’t suit you, reply to this email, and we’ll find another one.'] : []),
        `The attached file moves the visit in your calendar. ${OLD_LINKS}`,
        keepLink(booking),
      ],
      calendar: 'request',
    };
  },
});

export const visitMovedForOwner = bookingLetter({
  on: ['BookingRescheduled'],
  to: 'owner',
  write({ event, booking, business }) {
    if (event.data.admin !== undefined) return null;
    const { area } = booking;
    const from = { date: event.data.from.date, claim: claimOf(event.data.from.units) };
    return {
      subject: `Moved: ${slotWords(from)} is now ${slotWords(booking)}, ${area}`,
      preview: 'The old time is open again. Nothing was charged.',
      heading: `A visit in ${headerLine(area)} has a new time`,
      blocks: [
        `It was on ${longWhen(from, business.timeZone)}. That time is open again.`,
        { ticket: bookingTicket(booking, business.timeZone, 'owner') },
      ],
    };
  },
});

export const detailsCorrected = bookingLetter({
  on: ['BookingDetailsCorrected'],
  to: 'customer',
  tells: 'that their details are corrected',
  write({ event, booking, business, manage }) {
    const { fields } = event.data;
    return {
      subject: `${visitTitle(booking)} (details corrected)`,
      preview: 'The time and the price are the same. The visit has a new link.',
      heading: 'Your details are corrected',
      blocks: [
        `${hello(booking)}, the ${fieldWords(fields)} of your visit ${fields.length === 1 ? 'is' : 'are'} corrected. The time and the price are the same.`,
        { ticket: bookingTicket(booking, business.timeZone) },
        newLinks(booking, manage),
        `The attached file adds the visit to your calendar, or brings it up to date there. ${OLD_LINKS}`,
        keepLink(booking),
      ],
      calendar: 'request',
    };
  },
});

export const detailsCorrectedForOwner = bookingLetter({
  on: ['BookingDetailsCorrected'],
  to: 'owner',
  write({ event, booking, business }) {
    const { fields, admin } = event.data;
    if (admin !== undefined) return null;
    const { name, area } = booking;
    return {
      subject: `Corrected: ${slotWords(booking)}, ${area}`,
      preview: `The customer corrected their ${fieldWords(fields)}. The time is the same.`,
      heading: `${headerLine(name)} corrected their details`,
      blocks: [
        `They changed their ${fieldWords(fields)}. The time and the price are the same.`,
        { ticket: bookingTicket(booking, business.timeZone, 'owner') },
      ],
    };
  },
});

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
