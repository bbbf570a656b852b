import type { Job } from '#db/jobs.ts';
import type { MailCause } from '#events/mail.ts';
import { refusalWords } from '../../outside/mail/port.ts';
import { linksAddress } from '../access/lost-links.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import type { Business } from '../../outside/mail/layout/letter.ts';
import { type MailBooking, customerFacts, fixedFacts, longWhen } from './booking.ts';
import type { LetterWords, Matter } from './letter.ts';

interface UnsentMail {
  readonly tells: string;
  readonly reason: string;
}

export function mailParked({ tells, reason }: UnsentMail, booking: MailBooking, business: Business): LetterWords {
  const { eventId } = booking;
  return {
    subject: 'Needs attention: an email to a customer couldn’t be sent',
    preview: `It would have told them ${tells}. Please call them.`,
    heading: 'An email to a customer couldn’t be sent',
    blocks: [
      `It would have told them ${tells}. Please call them, and check the address below for a typo. Once it’s correct, send the email again from your first page.`,
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

export async function aboutParkedMail({ code }: Job, matter: Matter): Promise<LetterWords | null> {
  const { event, row, booking, business, dependencies, tellsOf } = matter;
  // Links are sent to the account's address, which may have changed since the booking.
  const email = event.type === 'LinksRequested' ? await linksAddress(dependencies, row) : row.email;
  if (email === null) return null;
  const about = { tells: tellsOf(event.type as MailCause), reason: refusalWords(code ?? '') };
  return mailParked(about, { ...booking, email }, business);
}
