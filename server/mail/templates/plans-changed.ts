import { WHICH_SALE_COUNTS } from '#shared/late-cancelling.ts';
import type { CancelOutcome } from '#shared/managed-booking.ts';
import { formatCents } from '#shared/money.ts';
import { referenceOf } from '#shared/reference.ts';
import { headerLine } from '../controls.ts';
import { type MailBooking, bookingTicket, customerFacts, fixedFacts, longWhen, shortWhen } from './booking.ts';
import { type Business, type MailContent, writeLetter } from './letter.ts';
import type { When } from './visit-changed.ts';

/** To the owner, when a customer has moved a visit. */
export function ownerMoved(booking: MailBooking, from: When, business: Business): MailContent {
  const { area } = booking;
  return writeLetter(
    {
      to: 'owner',
      subject: `Moved: ${shortWhen(from)} is now ${shortWhen(booking)}, ${area}`,
      preview: 'The old time is open again. Nothing was charged.',
      heading: `A visit in ${headerLine(area)} has a new time`,
      blocks: [
        `It was on ${longWhen(from, business.timeZone)}. That time is open again.`,
        { ticket: bookingTicket(booking, business.timeZone, 'owner') },
      ],
    },
    business,
  );
}

/** What a cancellation comes to, for the owner: the state of the time and of the money, at length and in short. */
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

/** To the owner, when a customer has cancelled: in time, or late. */
export function ownerCancelled(booking: MailBooking, outcome: CancelOutcome, business: Business): MailContent {
  const { area, priceCents, eventId } = booking;
  const { text, preview } = cancelledWords(booking, outcome, formatCents(priceCents));
  return writeLetter(
    {
      to: 'owner',
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
    },
    business,
  );
}
