/** About a canceled visit. */
import { type BookingRow, reductionsOf, reductionsOfPrice } from '#db/projections/booking-row.ts';
import { accountStream } from '#events/account/account.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { canSellAgain } from '#events/booking/changing.ts';
import type { BusinessTime } from '#events/business-time.ts';
import { REFUND_WITHHELD } from '#shared/booking/dispute.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { WHICH_SALE_COUNTS } from '#shared/booking/notice-policy.ts';
import type { CancelOutcome } from '#shared/booking/managed-booking.ts';
import { isWholeDay } from '#shared/booking/session-type.ts';
import { longDate } from '#shared/civil-date.ts';
import { headerLine } from '#shared/control-characters.ts';
import { formatCents, sumAmounts } from '#shared/money.ts';
import { zoneName } from '#shared/time-zone.ts';
import {
  DELETED_CUSTOMER,
  type MailBooking,
  bookUrl,
  customerFacts,
  fixedFacts,
  hello,
  longWhen,
  refundWay,
  visitTitle,
} from './booking.ts';
import { type CauseOf, type LetterDependencies, bookingLetter } from './letter.ts';

export const visitCancelled = bookingLetter({
  on: ['BookingCancelled'],
  to: 'customer',
  tells: 'that the visit is canceled and they get a full refund',
  write({ event, row, booking, business }) {
    const { by } = event.data;
    const before = sumAmounts(reductionsOfPrice(row));
    const left = booking.priceCents - before;
    const amount = formatCents(left);
    const isWithheld = reductionsOf(row).some(({ state }) => state === 'withheld');
    const isRefunded = left > 0 && !isWithheld;
    const nothing = isWithheld ? REFUND_WITHHELD : 'Nothing is left to refund.';
    const way = isRefunded ? refundWay(amount, booking) : { brief: nothing, full: nothing };
    const already = before > 0 ? ` ${formatCents(before)} went back to you before.` : '';
    const when = longWhen(booking, business.timeZone);
    const why =
      by === 'owner'
        ? `we had to cancel your visit on ${when}. We’re sorry.`
        : `your visit on ${when} is canceled. You canceled in time${isRefunded ? ', so you get a full refund' : ''}.`;
    return {
      subject: `${visitTitle(booking)} (${by === 'owner' ? 'we had to cancel' : 'canceled'})${isRefunded ? `: you get your ${amount} back` : ''}`,
      preview: way.brief,
      heading: by === 'owner' ? 'We had to cancel your visit' : 'Your visit is canceled',
      blocks: [
        `${hello(booking)}, ${why}`,
        `${way.full}${already}`,
        { actions: [{ words: 'Pick another time', url: bookUrl(booking, business) }] },
        'The attached file takes the visit out of your calendar.',
        { facts: fixedFacts({ ...booking, areFreeChangesOver: true }) },
      ],
      calendar: 'cancel',
    };
  },
});

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

export const visitForfeited = bookingLetter({
  on: ['BookingForfeited'],
  to: 'customer',
  tells: 'that the visit is canceled and you keep the payment',
  write({ event, time, booking, business, manage }) {
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
        `${hello(booking)}, your visit on ${when} is canceled. ${late}, so ${words.kept}.`,
        words.why,
        ...(canComeBack ? [WHICH_SALE_COUNTS] : []),
        { actions: [{ words: 'See your canceled visit', url: manage }] },
        'The attached file takes the visit out of your calendar.',
        { facts: fixedFacts({ ...booking, areFreeChangesOver: true }) },
      ],
      calendar: 'cancel',
    };
  },
});

type Departure = 'account-deleted' | 'data-deleted' | null;

const WHO = {
  'account-deleted': 'The customer deleted their account and',
  'data-deleted': 'The customer had their data deleted and',
} as const;

/** In a long and a short form. */
function cancelledWords(
  { claim, isPaidOutside }: MailBooking,
  outcome: CancelOutcome,
  amount: string,
  departure: Departure,
) {
  const open = 'The time is open again.';
  const customer = departure === null ? 'The customer' : WHO[departure];
  switch (outcome) {
    case 'refund':
      if (isPaidOutside) {
        return {
          text: `${open} ${customer} canceled in time. They paid you directly, so you give all of the ${amount} back directly: the site sends no money. It’s on your admin page until you say that it’s done.`,
          preview: `The time is open again. You owe ${amount}.`,
        };
      }
      return {
        text: `${open} ${customer} canceled in time, so all of the ${amount} goes back to them automatically.`,
        preview: `The time is open again, and ${amount} goes back.`,
      };
    case 'forfeit':
      return {
        text: `${open} ${customer} canceled too late, so you keep the ${amount}, unless someone else books and pays for all of that time before it starts, or you close it. ${isPaidOutside ? 'Then you owe them all of it, and we tell you on your admin page.' : 'Then it all goes back to them automatically.'} ${WHICH_SALE_COUNTS}`,
        preview: `The time is open again. You keep the ${amount} for now.`,
      };
    case 'keep': {
      const closed = `No one can book ${isWholeDay(claim) ? 'that whole day' : 'that time'} anymore`;
      return {
        text: `${customer} canceled too late, and you keep the ${amount}. ${closed}: booking closes two hours before a visit starts.`,
        preview: `${closed}. You keep the ${amount}.`,
      };
    }
  }
}

type Cancelled = CauseOf<'BookingCancelled' | 'BookingForfeited'>;

function outcomeOf({ type, data }: Cancelled, time: BusinessTime): CancelOutcome {
  if (type === 'BookingCancelled') return 'refund';
  return canSellAgain(data, time) ? 'forfeit' : 'keep';
}

/** Customers who delete their account or data aren't named, even if that isn't done yet. */
async function departureOf(
  { id, account, email }: BookingRow,
  { store }: Pick<LetterDependencies, 'store'>,
): Promise<Departure> {
  if (account !== null && (await store.stateOf(accountStream(account)))?.status === 'deleted') return 'account-deleted';
  if (email !== null) return null;
  const isGuests = account === null && (await store.stateOf(bookingStream(id)))?.keptFrom === null;
  return isGuests ? 'data-deleted' : 'account-deleted';
}

export const visitCancelledForOwner = bookingLetter({
  on: ['BookingCancelled', 'BookingForfeited'],
  to: 'owner',
  async write({ event, time, row, booking, business, dependencies }) {
    if (event.type === 'BookingCancelled' && event.data.by === 'owner') return null;
    const { area, priceCents } = booking;
    const outcome = outcomeOf(event, time);
    const departure = await departureOf(row, dependencies);
    const { text, preview } = cancelledWords(booking, outcome, formatCents(priceCents), departure);
    return {
      subject: `Canceled${outcome === 'refund' ? '' : ' late'}: ${slotWords(booking)}, ${area}`,
      preview,
      heading: `A visit in ${headerLine(area)} is canceled`,
      blocks: [
        text,
        {
          facts: [
            { label: 'Visit', value: longWhen(booking, business.timeZone) },
            ...customerFacts(departure === null ? booking : DELETED_CUSTOMER),
            ...fixedFacts({ ...booking, areFreeChangesOver: true }),
          ],
        },
      ],
    };
  },
});
