import { longDate, shortDate } from '#shared/civil-date.ts';
import {
  PERSONAL_FIELDS,
  type PersonalDetails,
  forEachField,
  optionalAnswers,
} from '#shared/booking/booking-fields.ts';
import { cityAndState } from '#shared/business/cities.ts';
import {
  NOTICE_POLICIES,
  fixedWords,
  freeChangesFact,
  keptUnlessSold,
  soldAgain,
} from '#shared/booking/notice-policy.ts';
import { claimHours, slotWords } from '#shared/booking/hours.ts';
import { formatCents } from '#shared/money.ts';
import { hoursOf, SESSION_TYPES } from '#shared/booking/session-type.ts';
import { zoneName } from '#shared/time-zone.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { headerLine } from '#shared/control-characters.ts';
import type { Business, Fact, Letter, Link, Ticket } from '../../outside/mail/layout/letter.ts';
import { mailUrl } from '../../outside/mail/layout/letter-text.ts';
import { phoneUrl } from '#shared/phone.ts';
import type { BookingView, TERMS_FIELDS } from '#shared/booking/booking-view.ts';

export const DELETED_CUSTOMER: PersonalDetails = {
  ...forEachField(PERSONAL_FIELDS, () => ''),
  name: 'Deleted customer',
  address: 'Deleted with the customer’s data',
};

export type MailBooking = PersonalDetails &
  Pick<BookingView, (typeof TERMS_FIELDS)[number]> & {
    /** Titles, not slugs. */
    readonly tasks: readonly string[];
    /** When the mail is written. Also true once the visit is canceled. */
    readonly areFreeChangesOver: boolean;
    readonly sequence: number;
    readonly changedAt: number;
  };

/** Below the visit's page. */
export function addToCalendar(manage: string): Link {
  return { words: 'Add to calendar', url: `${manage}/calendar.ics` };
}

export function refundWay(amount: string, { isPaidOutside }: Pick<MailBooking, 'isPaidOutside'>) {
  return isPaidOutside
    ? {
        brief: `You paid us directly, so we also give all of your ${amount} back directly.`,
        full: `You paid us directly, so we also give all of your ${amount} back to you directly. No payment goes through our site. Reply to this email to say how you’d like it.`,
      }
    : {
        brief: `All of your ${amount} goes back to the card you paid with.`,
        full: `All of your ${amount} goes back to the card you paid with. ${BANK}`,
      };
}

type When = Pick<MailBooking, 'date' | 'claim'>;

export const BANK = 'Your bank may take a few days to show it.';

export function bookUrl({ service }: Pick<MailBooking, 'service'>, { url }: Pick<Business, 'url'>): string {
  return `${url}/book?service=${service}`;
}

/** `Handyman visit Tue, Mar 9, 7:00 am to noon`. Exchange names a calendar entry after the mail's subject. */
export function visitTitle(when: When): string {
  return `Handyman visit ${slotWords(when)}`;
}

export function longWhen({ date, claim }: When, timeZone: string): string {
  return `${longDate(date)}, ${claimHours(claim)} (${zoneName(timeZone)})`;
}

type FreeChanges = Pick<MailBooking, 'freeChangesThrough' | 'areFreeChangesOver'>;

function canChangeFree({ freeChangesThrough, areFreeChangesOver }: FreeChanges): boolean {
  return freeChangesThrough !== null && !areFreeChangesOver;
}

function noteFor(reader: Letter['to'], booking: MailBooking): string {
  const through = canChangeFree(booking) && booking.freeChangesThrough ? shortDate(booking.freeChangesThrough) : null;
  if (reader === 'owner') {
    const kept = `you keep the payment, unless someone else books ${soldAgain(booking.service)}. Then they get a full refund.`;
    return through === null
      ? `It’s too late for the customer to move it. If they cancel now, ${kept}`
      : `The customer can move or cancel for free through ${through}. If they cancel after that, ${kept}`;
  }
  const kept = keptUnlessSold('the payment', booking.service);
  return through === null
    ? `It’s too late to move this visit. If you cancel now, ${kept}`
    : `You can move or cancel for free through ${through}. If you cancel after that, ${kept}`;
}

export function place({ address, area }: Pick<MailBooking, 'address' | 'area'>): string {
  return `${address}, ${cityAndState(area)}`;
}

export function keepLink(booking: FreeChanges): string {
  return canChangeFree(booking)
    ? 'Keep this email. Anyone with its link can move or cancel the visit. If the visit moves, you get a new link.'
    : 'Keep this email. Anyone with its link can cancel the visit.';
}

export function changeWords(booking: FreeChanges): string {
  return canChangeFree(booking) ? 'See, move, or cancel your visit' : 'See or cancel your visit';
}

export function hello({ name }: Pick<MailBooking, 'name'>): string {
  return `Hello ${headerLine(name)}`;
}

export function customerFacts({ name, phone, email }: Pick<MailBooking, 'name' | 'phone' | 'email'>): Fact[] {
  const call = phoneUrl(phone);
  return [
    { label: 'Customer', value: headerLine(name) },
    ...(phone === '' ? [] : [{ label: 'Phone', value: phone, ...(call !== undefined && { url: call }) }]),
    ...(email === '' ? [] : [{ label: 'Email', value: email, url: mailUrl(email) }]),
  ];
}

export function referenceFact({ eventId }: Pick<MailBooking, 'eventId'>): Fact {
  return { label: 'Reference', value: referenceOf(eventId) };
}

/** For mails without a ticket: the reference, and the terms once a booking is confirmed. */
export function fixedFacts(booking: MailBooking): Fact[] {
  const { priceCents, freeChangesThrough, areFreeChangesOver, policy } = booking;
  if (policy === null) return [referenceFact(booking)];
  const terms = { priceCents, freeChangesThrough, policy, isOver: areFreeChangesOver };
  return [{ label: 'Terms', value: fixedWords(terms, longDate) }, referenceFact(booking)];
}

/** Mail programs may turn it into a link. */
const POSSIBLE_LINK = /:\/\/|www\.|[\p{L}\d-]\.\p{L}{2,}/iu;

/** A guest can type any address: the mail to it must not carry links of theirs. */
function typedFor(reader: Letter['to'], text: string): string {
  return reader === 'customer' && POSSIBLE_LINK.test(text) ? 'Saved. You can read them on your visit’s page.' : text;
}

const PAID_TO: Readonly<Record<Letter['to'], string>> = {
  customer: 'to us directly',
  owner: 'to you directly, by phone booking',
};

export function bookingTicket(booking: MailBooking, timeZone: string, reader: Letter['to'] = 'customer'): Ticket {
  const { service, date, claim, area, tasks, address, priceCents, policy, isPaidOutside } = booking;
  const { freeChangesThrough, areFreeChangesOver: isOver } = booking;
  return {
    title: SESSION_TYPES[service].label,
    day: longDate(date),
    hours: `${claimHours(claim)} (${zoneName(timeZone)})`,
    booked: hoursOf(claim),
    facts: [
      ...(reader === 'owner' ? customerFacts(booking) : []),
      { label: 'Where', value: `${address}\n${cityAndState(area)}` },
      { label: 'Paid', value: `${formatCents(priceCents)}, ${isPaidOutside ? PAID_TO[reader] : 'in full'}` },
      { label: 'Free changes', value: freeChangesFact(freeChangesThrough, { isOver, timeZone }, longDate) },
      ...(policy === null ? [] : [{ label: 'Policy', value: NOTICE_POLICIES[policy].words }]),
      ...(tasks.length === 0 ? [] : [{ label: 'To do', value: tasks.join('\n') }]),
      ...optionalAnswers('mail', booking).map(({ term, value }) => ({ label: term, value: typedFor(reader, value) })),
      referenceFact(booking),
    ],
    note: noteFor(reader, booking),
  };
}
