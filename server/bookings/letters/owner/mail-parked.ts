import { linksAddress } from '../../access/lost-links.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import type { Business } from '../../../outside/mail/layout/letter.ts';
import { type MailBooking, customerFacts, fixedFacts, longWhen } from '../booking.ts';
import { type LetterWords, bookingLetter } from '../letter.ts';

interface UnsentMail {
  /** What it would have told the customer. */
  readonly tells: string;
  /** The reason, without personal data. */
  readonly reason: string;
}

export function mailParked({ tells, reason }: UnsentMail, booking: MailBooking, business: Business): LetterWords {
  const { eventId } = booking;
  return {
    subject: 'Needs attention: an email to a customer couldn’t be sent',
    preview: `It would have told them ${tells}. Please call them.`,
    heading: 'An email to a customer couldn’t be sent',
    blocks: [
      `It would have told them ${tells}. Please call them, and check the address below for a typo. We try again once a day for a week, and whenever the site starts.`,
      {
        facts: [
          ...customerFacts(booking),
          { label: 'Visit', value: longWhen(booking, business.timeZone) },
          { label: 'Why', value: reason },
          ...fixedFacts(booking),
          { label: 'Reference', value: referenceOf(eventId) },
        ],
      },
    ],
  };
}

/** A mail to a customer was refused for the first time, and the customer is not deleted. */
export const letter = bookingLetter({
  on: ['MailParked'],
  to: 'owner',
  async write({ event, row, booking, business, dependencies, tellsOf }) {
    const { role, attempt, cause, reason } = event.data;
    if (role !== 'customer' || attempt > 1 || row.email === null) return null;
    // Links are sent to the account's address, which may have changed since the booking.
    const sentTo = cause === 'LinksRequested' ? await linksAddress(dependencies, row) : null;
    return mailParked({ tells: tellsOf(cause), reason }, { ...booking, email: sentTo ?? row.email }, business);
  },
});
