import { isWholeDay } from '#shared/booking/session-type.ts';
import type { BookingRow } from '#db/projections/booking-row.ts';
import { accountStream } from '#events/account/account.ts';
import { bookingStream } from '#events/booking/booking.ts';
import type { BusinessTime } from '#events/business-time.ts';
import { canSellAgain } from '#events/booking/changing.ts';
import { WHICH_SALE_COUNTS } from '#shared/booking/late-cancelling-words.ts';
import type { CancelOutcome } from '#shared/booking/managed-booking.ts';
import { formatCents } from '#shared/money.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import { headerLine } from '#shared/control-characters.ts';
import { slotWords } from '#shared/booking/hours.ts';
import { DELETED_CUSTOMER, type MailBooking, customerFacts, fixedFacts, longWhen } from '../booking.ts';
import { type CauseOf, type LetterDependencies, bookingLetter } from '../letter.ts';

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

export const letter = bookingLetter({
  on: ['BookingCancelled', 'BookingForfeited'],
  to: 'owner',
  async write({ event, time, row, booking, business, dependencies }) {
    if (event.type === 'BookingCancelled' && event.data.by === 'owner') return null;
    const { area, priceCents, eventId } = booking;
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
            { label: 'Reference', value: referenceOf(eventId) },
          ],
        },
      ],
    };
  },
});
