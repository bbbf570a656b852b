import { longDate, shortDate } from '#shared/civil-date.ts';
import { WHICH_SALE_COUNTS } from '#shared/late-cancelling.ts';
import { formatCents } from '#shared/money.ts';
import { SESSION_NAMES } from '#shared/session-type.ts';
import { referenceOf } from '#shared/reference.ts';
import { headerLine } from '../controls.ts';
import {
  type BookingPages,
  KEEP_LINK,
  type MailBooking,
  bookingTicket,
  changeWords,
  fixedFacts,
  longWhen,
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
      ? 'It cannot be moved again.'
      : `Move or cancel free through ${shortDate(freeChangesThrough)}.`;
  const content = writeLetter(
    {
      to: 'customer',
      subject: `Moved: ${what}, now ${shortWhen(booking)}`,
      preview: `Nothing was charged. ${changes}`,
      heading: `Your ${what} has a new time`,
      blocks: [
        `Hello ${headerLine(name)}, your visit was moved from ${longWhen(from, business.timeZone)} to the time below. Nothing was charged.`,
        { ticket: bookingTicket(booking, business.timeZone) },
        {
          actions: [
            { words: changeWords(booking), url: pages.manage },
            { words: 'Add to calendar', url: pages.calendar },
          ],
        },
        'The attached file moves the visit in your calendar. The link in our earlier emails is no longer good: use the one above.',
        KEEP_LINK,
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
      ? `we have to cancel your visit on ${when}. We are sorry.`
      : `your visit on ${when} is cancelled, in time for all of your money.`;
  const content = writeLetter(
    {
      to: 'customer',
      subject: `${by === 'owner' ? 'We had to cancel' : 'Cancelled'}: ${shortWhen(booking)}, your ${amount} goes back`,
      preview: `All of your ${amount} goes back to the card it came from.`,
      heading: by === 'owner' ? 'We had to cancel your visit' : 'Your visit is cancelled',
      blocks: [
        `Hello ${headerLine(booking.name)}, ${why}`,
        `All of your ${amount} goes back to the card it came from. ${BANK}`,
        { actions: [{ words: 'Pick another time', url: bookUrl(booking, business) }] },
        'The attached file takes the visit out of your calendar.',
        { facts: [...fixedFacts(booking), { label: 'Reference', value: referenceOf(booking.eventId) }] },
      ],
    },
    business,
  );
  return { ...content, attachments: [visitFile(booking, 'cancel', business, pages)] };
}

/** What becomes of a payment that is kept, in the parts of its letter. */
function keptWords({ claim }: MailBooking, amount: string, canComeBack: boolean) {
  if (!canComeBack) {
    return {
      subject: `your ${amount} stays with us`,
      preview: `It was too late for free changes, and for others to book the time.`,
      heading: 'Your visit is cancelled, and the payment stays with us',
      kept: 'stays with us',
      why: `Booking closes two hours before a visit begins, so nobody can book ${claim === 'full' ? 'all of that day' : 'the time'} any more, and none of the ${amount} comes back.`,
    };
  }
  const all =
    claim === 'full'
      ? 'by one booking of the day, or by two that take half of it each'
      : 'by another half day or a full day';
  return {
    subject: `your ${amount} is kept unless the time sells again`,
    preview: `If somebody else books and pays for the time, all of your ${amount} goes back.`,
    heading: 'Your visit is cancelled, and the payment is kept for now',
    kept: 'is kept for now',
    why: `The time is open to others again. If all of it is booked and paid before it begins, ${all}, all of your ${amount} goes back by itself, and we write to you. You need not do anything. ${WHICH_SALE_COUNTS} Should we close the time ourselves, it counts as well.`,
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
      ? 'When that day was picked, its free changes were over already'
      : `Cancelling it was free through ${longDate(freeChangesThrough)}`;
  const content = writeLetter(
    {
      to: 'customer',
      subject: `Cancelled late: ${shortWhen(booking)}, ${words.subject}`,
      preview: words.preview,
      heading: words.heading,
      blocks: [
        `Hello ${headerLine(booking.name)}, your visit on ${when} is cancelled. ${late}, so the ${amount} you paid ${words.kept}.`,
        words.why,
        { actions: [{ words: 'See how it stands', url: pages.manage }] },
        'The attached file takes the visit out of your calendar.',
        { facts: [...fixedFacts(booking), { label: 'Reference', value: referenceOf(booking.eventId) }] },
      ],
    },
    business,
  );
  return { ...content, attachments: [visitFile(booking, 'cancel', business, pages)] };
}

function bookUrl({ service }: MailBooking, { url }: Business): string {
  return `${url}/book?service=${service}`;
}
