import { longDate, shortDate } from '#shared/civil-date.ts';
import { WHICH_SALE_COUNTS } from '#shared/late-cancelling.ts';
import { formatCents } from '#shared/money.ts';
import { SESSION_NAMES } from '#shared/session-type.ts';
import { zoneName } from '#shared/time-zone.ts';
import { referenceOf } from '#shared/reference.ts';
import { headerLine } from '../controls.ts';
import {
  type BookingPages,
  type MailBooking,
  bookingTicket,
  changeWords,
  fixedFacts,
  longWhen,
  keepLink,
  shortWhen,
} from './booking.ts';
import { type Business, type MailContent, writeLetter } from './letter.ts';
import { BANK } from './refund.ts';
import { visitFile } from './visit-file.ts';

export type When = Pick<MailBooking, 'date' | 'claim'>;

/** To the customer, once a visit was moved. */
export function visitMoved(booking: MailBooking, from: When, business: Business, pages: BookingPages): MailContent {
  const { service, name, freeChangesThrough } = booking;
  const what = SESSION_NAMES[service].toLowerCase();
  const changes =
    freeChangesThrough === null
      ? 'It’s too late to move it again, or to cancel it for free.'
      : `Move or cancel for free through ${shortDate(freeChangesThrough)}.`;
  const content = writeLetter(
    {
      to: 'customer',
      subject: `Moved: ${what}, now ${shortWhen(booking)}`,
      preview: `Nothing was charged. ${changes}`,
      heading: `Your ${what} has a new time`,
      blocks: [
        `Hello ${headerLine(name)}, your visit has moved from ${longWhen(from, business.timeZone)} to the time below. Nothing was charged.`,
        { ticket: bookingTicket(booking, business.timeZone) },
        {
          actions: [
            { words: changeWords(booking), url: pages.manage },
            { words: 'Add to calendar', url: pages.calendar },
          ],
        },
        'The attached file moves the visit in your calendar. The links in our earlier emails no longer work, so please use the one above.',
        keepLink(booking),
      ],
    },
    business,
  );
  return { ...content, attachments: [visitFile(booking, 'request', business, pages)] };
}

/** To the customer, once a visit is cancelled and the money goes back. */
export function visitCancelled(
  booking: MailBooking,
  by: 'customer' | 'owner',
  business: Business,
  pages: BookingPages,
): MailContent {
  const amount = formatCents(booking.priceCents);
  const when = longWhen(booking, business.timeZone);
  const why =
    by === 'owner'
      ? `we had to cancel your visit on ${when}. We’re sorry.`
      : `your visit on ${when} is canceled. You canceled in time, so you get a full refund.`;
  const content = writeLetter(
    {
      to: 'customer',
      subject: `${by === 'owner' ? 'We had to cancel' : 'Canceled'}: ${shortWhen(booking)}. You get your ${amount} back`,
      preview: `All of your ${amount} goes back to the card you paid with.`,
      heading: by === 'owner' ? 'We had to cancel your visit' : 'Your visit is canceled',
      blocks: [
        `Hello ${headerLine(booking.name)}, ${why}`,
        `All of your ${amount} goes back to the card you paid with. ${BANK}`,
        { actions: [{ words: 'Pick another time', url: bookUrl(booking, business) }] },
        'The attached file takes the visit out of your calendar.',
        {
          facts: [
            ...fixedFacts({ ...booking, areFreeChangesOver: true }),
            { label: 'Reference', value: referenceOf(booking.eventId) },
          ],
        },
      ],
    },
    business,
  );
  return { ...content, attachments: [visitFile(booking, 'cancel', business, pages)] };
}

/** What becomes of a payment that is kept, in the parts of its letter. */
function keptWords({ claim }: MailBooking, amount: string, canComeBack: boolean) {
  const isDay = claim === 'full';
  if (!canComeBack) {
    return {
      subject: `We keep your ${amount}`,
      preview: 'It was too late to cancel for free, and no one can book the time anymore.',
      heading: 'Your visit is canceled, and we keep the payment',
      kept: `we keep the ${amount} you paid`,
      why: `Booking closes two hours before a visit starts. No one can book ${isDay ? 'that whole day' : 'that time'} anymore, so there’s no refund.`,
    };
  }
  const why = isDay
    ? [
        `Your day is open to others again. If all of it is booked and paid for before it starts, by one customer or by two, you get a full refund of ${amount} automatically, and we email you.`,
        'You get it, too, if we close that day ourselves. If only half of it is booked again, there’s no refund.',
      ]
    : [
        `Your time is open to others again. If someone else books and pays for it before it starts, you get a full refund of ${amount} automatically, and we email you.`,
        'You get it, too, if we close that time ourselves. If neither happens, we keep the payment.',
      ];
  return {
    subject: `We keep your ${amount} unless someone else books your ${isDay ? 'day' : 'time'}`,
    preview: `If ${isDay ? 'your whole day is booked again' : 'someone else books your time'}, you get a full refund automatically.`,
    heading: 'Your visit is canceled, and we keep the payment for now',
    kept: `for now, we keep the ${amount} you paid`,
    why: [...why, 'You don’t need to do anything.'].join(' '),
  };
}

/** To the customer, once a visit was cancelled too late: whether the payment can still come back, and how. */
export function visitForfeited(
  booking: MailBooking,
  canComeBack: boolean,
  business: Business,
  pages: BookingPages,
): MailContent {
  const amount = formatCents(booking.priceCents);
  const when = longWhen(booking, business.timeZone);
  const { freeChangesThrough } = booking;
  const words = keptWords(booking, amount, canComeBack);
  const late =
    freeChangesThrough === null
      ? 'It was too late to cancel for free'
      : `Free cancellation ended on ${longDate(freeChangesThrough)}, at 11:59 pm (${zoneName(business.timeZone)})`;
  const content = writeLetter(
    {
      to: 'customer',
      subject: `Canceled late: ${shortWhen(booking)}. ${words.subject}`,
      preview: words.preview,
      heading: words.heading,
      blocks: [
        `Hello ${headerLine(booking.name)}, your visit on ${when} is canceled. ${late}, so ${words.kept}.`,
        words.why,
        ...(canComeBack ? [WHICH_SALE_COUNTS] : []),
        { actions: [{ words: 'See your canceled visit', url: pages.manage }] },
        'The attached file takes the visit out of your calendar.',
        {
          facts: [
            ...fixedFacts({ ...booking, areFreeChangesOver: true }),
            { label: 'Reference', value: referenceOf(booking.eventId) },
          ],
        },
      ],
    },
    business,
  );
  return { ...content, attachments: [visitFile(booking, 'cancel', business, pages)] };
}

function bookUrl({ service }: MailBooking, { url }: Business): string {
  return `${url}/book?service=${service}`;
}
