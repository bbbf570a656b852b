import { isWholeDay } from '#shared/booking/session-type.ts';
import { canSellAgain } from '#events/booking/changing.ts';
import { longDate } from '#shared/civil-date.ts';
import { WHICH_SALE_COUNTS } from '#shared/booking/late-cancelling-words.ts';
import { formatCents } from '#shared/money.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { zoneName } from '#shared/time-zone.ts';
import { headerLine } from '#shared/control-characters.ts';
import { type MailBooking, fixedFacts, longWhen, visitTitle } from '../booking.ts';
import { bookingLetter } from '../letter.ts';

function keptWords({ claim, isPaidOutside }: MailBooking, amount: string, canComeBack: boolean) {
  const isDay = isWholeDay(claim);
  if (!canComeBack) {
    return {
      subject: `we keep your ${amount}`,
      preview: 'It was too late to cancel for free, and no one can book the time anymore.',
      heading: 'Your visit is canceled, and we keep the payment',
      kept: `we keep the ${amount} you paid`,
      why: `Booking closes two hours before a visit starts. No one can book ${isDay ? 'that whole day' : 'that time'} anymore, so there’s no refund.`,
    };
  }
  const how = isPaidOutside ? 'from us directly' : 'automatically';
  const why = isDay
    ? [
        `Your day is open to others again. If all of it is booked and paid for before it starts, by one customer or by two, you get a full refund of ${amount} ${how}, and we email you.`,
        'You get it, too, if we close that day ourselves. If only half of it is booked again, there’s no refund.',
      ]
    : [
        `Your time is open to others again. If someone else books and pays for it before it starts, you get a full refund of ${amount} ${how}, and we email you.`,
        'You get it, too, if we close that time ourselves. If neither happens, we keep the payment.',
      ];
  return {
    subject: `we keep your ${amount} unless someone else books your ${isDay ? 'day' : 'time'}`,
    preview: `If ${isDay ? 'your whole day is booked again' : 'someone else books your time'}, you get a full refund ${how}.`,
    heading: 'Your visit is canceled, and we keep the payment for now',
    kept: `for now, we keep the ${amount} you paid`,
    why: [...why, 'You don’t need to do anything.'].join(' '),
  };
}

export const letter = bookingLetter({
  on: ['BookingForfeited'],
  to: 'customer',
  tells: 'that the visit is canceled and you keep the payment',
  write({ event, time, booking, business, pages }) {
    const canComeBack = canSellAgain(event.data, time);
    const amount = formatCents(booking.priceCents);
    const when = longWhen(booking, business.timeZone);
    const { freeChangesThrough } = booking;
    const words = keptWords(booking, amount, canComeBack);
    const late =
      freeChangesThrough === null
        ? 'It was too late to cancel for free'
        : `Free cancellation ended on ${longDate(freeChangesThrough)}, at 11:59 pm (${zoneName(business.timeZone)})`;
    return {
      subject: `${visitTitle(booking)} (canceled late): ${words.subject}`,
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
      calendar: 'cancel',
    };
  },
});
