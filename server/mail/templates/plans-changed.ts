import { formatCents } from '#shared/money.ts';
import { headerLine } from '../controls.ts';
import { type MailBooking, bookingTicket, customerFacts, longWhen, shortWhen } from './booking.ts';
import { type Business, type MailContent, writeLetter } from './letter.ts';
import type { When } from './visit-changed.ts';

/** To the owner, when a customer has moved a visit. */
export function ownerMoved(booking: MailBooking, from: When, business: Business): MailContent {
  const { area } = booking;
  return writeLetter(
    {
      to: 'owner',
      subject: `Moved: ${shortWhen(from)} is now ${shortWhen(booking)}, ${area}`,
      preview: `The old time is open again. Nothing was charged.`,
      heading: `A visit in ${headerLine(area)} has a new time`,
      blocks: [
        `It was on ${longWhen(from, business.timeZone)}. That time is open to others again.`,
        { ticket: bookingTicket(booking, business.timeZone, customerFacts(booking)) },
      ],
    },
    business,
  );
}

/** To the owner, when a customer has cancelled: in time, or late, when the payment is kept unless the time sells again. */
export function ownerCancelled(booking: MailBooking, isLate: boolean, business: Business): MailContent {
  const { area, priceCents, eventId } = booking;
  const amount = formatCents(priceCents);
  const money = isLate
    ? `It was too late for free changes: the ${amount} is kept. If the time is booked and paid again before it begins, or you close it, all of it goes back by itself.`
    : `It was in time: all of the ${amount} goes back by itself.`;
  return writeLetter(
    {
      to: 'owner',
      subject: `Cancelled${isLate ? ' late' : ''}: ${shortWhen(booking)}, ${area}`,
      preview: isLate
        ? `The time is open again, the ${amount} is kept for now.`
        : `The time is open again, ${amount} goes back.`,
      heading: `A visit in ${headerLine(area)} is cancelled`,
      blocks: [
        `The time is open to others again. ${money}`,
        {
          facts: [
            { label: 'Visit', value: longWhen(booking, business.timeZone) },
            ...customerFacts(booking),
            { label: 'Reference', value: eventId },
          ],
        },
      ],
    },
    business,
  );
}
