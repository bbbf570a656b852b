import type { BusinessTime } from '#events/business-time.ts';
import { canSellAgain } from '#events/changing.ts';
import { WHICH_SALE_COUNTS } from '#shared/late-cancelling.ts';
import type { CancelOutcome } from '#shared/managed-booking.ts';
import { formatCents } from '#shared/money.ts';
import { referenceOf } from '#shared/reference.ts';
import { headerLine } from '#shared/control-characters.ts';
import { type MailBooking, customerFacts, fixedFacts, longWhen, shortWhen } from '../booking.ts';
import { type CauseOf, bookingLetter } from '../letter.ts';

/** The outcome of a cancellation, for the owner: the state of the slot and of the money, in a long and a short form. */
function cancelledWords({ claim }: MailBooking, outcome: CancelOutcome, amount: string) {
  const open = 'The time is open again.';
  switch (outcome) {
    case 'refund':
      return {
        text: `${open} The customer canceled in time, so all of the ${amount} goes back to them automatically.`,
        preview: `The time is open again, and ${amount} goes back.`,
      };
    case 'forfeit':
      return {
        text: `${open} The customer canceled too late, so you keep the ${amount}, unless someone else books and pays for all of that time before it starts, or you close it. Then it all goes back to them automatically. ${WHICH_SALE_COUNTS}`,
        preview: `The time is open again. You keep the ${amount} for now.`,
      };
    case 'keep': {
      const closed = claim === 'full' ? 'That whole day can no longer be booked' : 'That time can no longer be booked';
      return {
        text: `${closed}: booking closes two hours before a visit starts. You keep the ${amount}.`,
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

/** A customer has canceled, in time or late. The owner is not told of their own cancellations. */
export const letter = bookingLetter({
  on: ['BookingCancelled', 'BookingForfeited'],
  to: 'owner',
  write({ event, time, booking, business }) {
    if (event.type === 'BookingCancelled' && event.data.by === 'owner') return null;
    const { area, priceCents, eventId } = booking;
    const outcome = outcomeOf(event, time);
    const { text, preview } = cancelledWords(booking, outcome, formatCents(priceCents));
    return {
      subject: `Canceled${outcome === 'refund' ? '' : ' late'}: ${shortWhen(booking)}, ${area}`,
      preview,
      heading: `A visit in ${headerLine(area)} is canceled`,
      blocks: [
        text,
        {
          facts: [
            { label: 'Visit', value: longWhen(booking, business.timeZone) },
            ...customerFacts(booking),
            ...fixedFacts({ ...booking, areFreeChangesOver: true }),
            { label: 'Reference', value: referenceOf(eventId) },
          ],
        },
      ],
    };
  },
});
