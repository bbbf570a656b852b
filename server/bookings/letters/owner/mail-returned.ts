import { attentionItem } from '#db/queries/owner/attention.ts';
import type { MailReturn } from '#events/mail.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import type { Business } from '../../../outside/mail/layout/letter.ts';
import { type MailBooking, customerFacts, longWhen } from '../booking.ts';
import { type LetterWords, bookingLetter } from '../letter.ts';

const WHY: Readonly<Record<MailReturn, string>> = {
  bounced: 'Their mailbox doesn’t exist, or takes no mail.',
  complained: 'They reported an email of ours as spam.',
};

export function mailReturned(kind: MailReturn, booking: MailBooking, business: Business): LetterWords {
  return {
    subject: 'Needs attention: emails to a customer come back',
    preview: 'We send no more to that address. Please call them.',
    heading: 'Emails to a customer come back',
    blocks: [
      `${WHY[kind]} We send no more email to that address. Please call them for one that works, and correct it in the booking.`,
      {
        facts: [
          ...customerFacts(booking),
          { label: 'Visit', value: longWhen(booking, business.timeZone) },
          { label: 'Reference', value: referenceOf(booking.eventId) },
        ],
      },
    ],
  };
}

export const letter = bookingLetter({
  on: ['MailReturned'],
  to: 'owner',
  async write({ event, row, booking, business, dependencies }) {
    const item = await attentionItem(dependencies.store.db, `bounce-${row.id}`);
    // The owner already knows that this address gets no mail.
    if (item?.opened !== event.position || row.email === null) return null;
    return mailReturned(event.data.kind, booking, business);
  },
});
