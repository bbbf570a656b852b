/** About a visit that is booked: confirmation, reminders, messages of the owner, and its link. */
import type { BookingRow } from '#db/projections/booking-row.ts';
import { CANCELLED } from '#db/queries/accounts/customer-bookings.ts';
import { civilDateAt } from '#events/business-time.ts';
import { freeThrough, keptUnlessSold } from '#shared/booking/notice-policy.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { SESSION_TYPES } from '#shared/booking/session-type.ts';
import { soldByWords } from '#shared/business/legal.ts';
import { type CivilDate, longDate, longDateThisYear, shortDate } from '#shared/civil-date.ts';
import { bodyText, headerLine } from '#shared/control-characters.ts';
import { formatCents } from '#shared/money.ts';
import type { Link } from '../../outside/mail/layout/letter.ts';
import { linksAddress, paidWith } from '../access/lost-links.ts';
import { manageUrl } from '../access/manage-link.ts';
import {
  addToCalendar,
  bookingTicket,
  changeWords,
  fixedFacts,
  hello,
  keepLink,
  longWhen,
  referenceFact,
  visitTitle,
} from './booking.ts';
import { type CauseOf, type LetterDependencies, type LetterWords, bookingLetter } from './letter.ts';

export const bookingConfirmed = bookingLetter({
  on: ['BookingConfirmed'],
  to: 'customer',
  tells: 'that the booking is confirmed',
  write({ booking, business, manage }) {
    const { service, priceCents, freeChangesThrough, isPaidOutside } = booking;
    const changes =
      freeChangesThrough === null
        ? ' It’s too late to move or cancel it for free.'
        : ` Move or cancel for free through ${shortDate(freeChangesThrough)}.`;
    return {
      subject: `${visitTitle(booking)} (booked)`,
      preview: `${formatCents(priceCents)} paid${isPaidOutside ? ' to us directly' : ''}. The time is yours.${changes}`,
      heading: `Your ${SESSION_TYPES[service].label.toLowerCase()} is booked`,
      blocks: [
        isPaidOutside
          ? `${hello(booking)}, as we agreed on the phone, the time is yours.`
          : `${hello(booking)}, we got your payment, and the time is yours.`,
        { ticket: bookingTicket(booking, business.timeZone) },
        `${soldByWords(business.legal)}.`,
        {
          actions: [
            { words: changeWords(booking), url: manage },
            addToCalendar(manage),
            { words: 'Refund and change policy', url: `${business.url}/legal/terms#changes` },
          ],
        },
        'The attached file adds the visit to your calendar, with the address and a reminder the day before.',
        keepLink(booking),
      ],
      calendar: 'request',
    };
  },
});

/** Has all details, so that the owner needs no page to prepare the visit. */
export const newBooking = bookingLetter({
  on: ['BookingConfirmed'],
  to: 'owner',
  write({ booking, business }) {
    const { area, service, priceCents, isPaidOutside } = booking;
    return {
      subject: `New booking: ${slotWords(booking)}, ${area}`,
      preview: `${SESSION_TYPES[service].label} in ${area}, ${formatCents(priceCents)} paid${isPaidOutside ? ' to you directly' : ''}.`,
      heading: `New booking in ${headerLine(area)}`,
      blocks: [{ ticket: bookingTicket(booking, business.timeZone, 'owner') }],
    };
  },
});

/** A reminder that is late, or whose visit was moved or canceled, isn't sent. */
function isReminderStillTrue(
  row: BookingRow,
  { kind, date }: CauseOf<'ReminderRequested'>['data'],
  { clock, config }: LetterDependencies,
): boolean {
  const today = civilDateAt(clock.now(), config.timeZone);
  const last = kind === 'last-free-day' ? (row.free_changes_through ?? '') : date;
  return row.status === 'confirmed' && row.date === date && today <= last;
}

export const lastFreeDay = bookingLetter({
  on: ['ReminderRequested'],
  to: 'customer',
  tells: 'when the visit is',
  write({ event, row, booking, business, manage, dependencies }) {
    if (event.data.kind !== 'last-free-day' || !isReminderStillTrue(row, event.data, dependencies)) return null;
    const amount = formatCents(booking.priceCents);
    const through = booking.freeChangesThrough ?? booking.date;
    return {
      subject: `Last day to move or cancel for free: your visit on ${slotWords(booking)}`,
      preview: `Changes are free through ${shortDate(through)}, 11:59 pm. If the time still works for you, do nothing.`,
      heading: 'Today is the last day for free changes',
      blocks: [
        `${hello(booking)}, your visit is on ${longWhen(booking, business.timeZone)}. If that still works for you, there’s nothing you need to do.`,
        `If not, you can move or cancel it for free ${freeThrough(longDate(through), business.timeZone)}. If you cancel after that, ${keptUnlessSold(`the ${amount} you paid`, booking.service)}`,
        { actions: [{ words: 'Move or cancel your visit', url: manage }] },
        { facts: fixedFacts(booking) },
        keepLink(booking),
      ],
    };
  },
});

export const dayBefore = bookingLetter({
  on: ['ReminderRequested'],
  to: 'customer',
  tells: 'when the visit is',
  write({ event, row, booking, business, manage, dependencies }) {
    if (event.data.kind !== 'day-before' || !isReminderStillTrue(row, event.data, dependencies)) return null;
    return {
      subject: `Your ${SESSION_TYPES[booking.service].label.toLowerCase()} is on ${slotWords(booking)}`,
      preview: 'When, where, and what we’ll do.',
      heading: `See you ${longDateThisYear(booking.date)}`,
      blocks: [
        `${hello(booking)}, here’s what we have for your visit. Please make sure someone is there to let us in.`,
        { ticket: bookingTicket(booking, business.timeZone) },
        { actions: [{ words: 'See your visit', url: manage }, addToCalendar(manage)] },
        'Has anything changed? Reply to this email.',
      ],
    };
  },
});

export const message = bookingLetter({
  on: ['MessageSent'],
  to: 'customer',
  tells: 'what you wrote to them',
  write({ event, booking, business, manage }) {
    const { personal } = event.data;
    if (personal === null) return null;
    const paragraphs = bodyText(personal.text).split(/\n{2,}/);
    return {
      subject: `About your visit on ${slotWords(booking)}`,
      preview: paragraphs[0] ?? '',
      heading: 'A message about your visit',
      blocks: [
        `${hello(booking)},`,
        ...paragraphs,
        'Reply to this email to answer.',
        { facts: [{ label: 'Visit', value: longWhen(booking, business.timeZone) }, referenceFact(booking)] },
        { actions: [{ words: 'See your visit', url: manage }] },
      ],
    };
  },
});

/** Names no customer: a stranger may have booked with the address and typed the name. */
function wordsWith(links: readonly Link[]): LetterWords {
  const isOne = links.length === 1;
  return {
    subject: isOne ? 'The link to your visit' : 'The links to your visits',
    preview: `Open ${isOne ? 'your' : 'a'} visit to see it or change your plans.`,
    heading: isOne ? 'Here’s the link to your visit' : 'Here are the links to your visits',
    blocks: [
      `Someone, probably you, asked for the ${isOne ? 'link to the visit' : 'links to the visits'} booked with this email address.`,
      { choices: links },
      isOne
        ? 'The link opens the visit, so you can see it and, if it’s still ahead, change your plans. Anyone with the link can do that, so please don’t forward this email.'
        : 'Each link opens one visit, so you can see it and, if it’s still ahead, change your plans. Anyone with a link can do that, so please don’t forward this email.',
      'Didn’t ask for this? You don’t need to do anything.',
    ],
  };
}

function standing({ status, date }: BookingRow, today: CivilDate): string {
  if (CANCELLED.some((each) => each === status)) return ' (canceled)';
  return status === 'confirmed' && date >= today ? '' : ' (over)';
}

export const lostLinks = bookingLetter({
  on: ['LinksRequested'],
  to: 'customer',
  tells: 'how to open their visits',
  async write({ row, dependencies }) {
    const address = await linksAddress(dependencies, row);
    if (address === null) return null;
    const { clock, config } = dependencies;
    const today = civilDateAt(clock.now(), config.timeZone);
    const links: Link[] = [];
    for (const each of await paidWith(dependencies, address)) {
      const words = `${SESSION_TYPES[each.service].label}, ${slotWords(each)}${standing(each, today)}`;
      links.push({ words, url: await manageUrl(dependencies, each.id, each.link_generation) });
    }
    return { ...wordsWith(links), address };
  },
});
