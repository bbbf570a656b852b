/** To the owner, about a mail or webhook message that its receiver doesn't get. */
import type { Job } from '#db/jobs.ts';
import { attentionItem } from '#db/queries/owner/attention.ts';
import type { MailCause, MailReturn } from '#events/mail.ts';
import { refusalWords } from '../../outside/mail/port.ts';
import { webhookRefusalWords } from '../../outside/webhooks/port.ts';
import { linksAddress } from '../access/lost-links.ts';
import { publicNameOf } from '../webhooks/public-events.ts';
import { customerFacts, fixedFacts, longWhen, referenceFact } from './booking.ts';
import { type LetterWords, type Matter, bookingLetter } from './letter.ts';

const WHY: Readonly<Record<MailReturn, string>> = {
  bounced: 'Their mailbox doesn’t exist, or takes no mail.',
  complained: 'They reported an email of ours as spam.',
};

export const mailReturned = bookingLetter({
  on: ['MailReturned'],
  to: 'owner',
  async write({ event, row, booking, business, dependencies }) {
    const item = await attentionItem(dependencies.store.db, `bounce-${row.id}`);
    // The owner already knows that this address gets no mail.
    if (item?.opened !== event.position || row.email === null) return null;
    return {
      subject: 'Needs attention: emails to a customer come back',
      preview: 'We send no more to that address. Please call them.',
      heading: 'Emails to a customer come back',
      blocks: [
        `${WHY[event.data.kind]} We send no more email to that address. Please call them for one that works, and correct it in the booking.`,
        {
          facts: [
            ...customerFacts(booking),
            { label: 'Visit', value: longWhen(booking, business.timeZone) },
            referenceFact(booking),
          ],
        },
      ],
    };
  },
});

export async function aboutParkedMail({ code }: Job, matter: Matter): Promise<LetterWords | null> {
  const { event, row, booking, business, dependencies, tellsOf } = matter;
  // Links are sent to the account's address, which may have changed since the booking.
  const email = event.type === 'LinksRequested' ? await linksAddress(dependencies, row) : row.email;
  if (email === null) return null;
  const tells = tellsOf(event.type as MailCause);
  return {
    subject: 'Needs attention: an email to a customer couldn’t be sent',
    preview: `It would have told them ${tells}. Please call them.`,
    heading: 'An email to a customer couldn’t be sent',
    blocks: [
      `It would have told them ${tells}. Please call them, and check the address below for a typo. Once it’s correct, send the email again from your first page.`,
      {
        facts: [
          ...customerFacts({ ...booking, email }),
          { label: 'Visit', value: longWhen(booking, business.timeZone) },
          { label: 'Why', value: refusalWords(code ?? '') },
          ...fixedFacts(booking),
        ],
      },
    ],
  };
}

export function aboutParkedWebhook({ code }: Job, { event, booking, business }: Matter): LetterWords {
  return {
    subject: 'Needs attention: a webhook message was refused',
    preview: 'Your other programs don’t know about a booking yet.',
    heading: 'A webhook message was refused',
    blocks: [
      'Your other programs don’t know about this yet. Nothing is wrong with the booking, and later messages go out. Once the reason is out of the way, send the message again from your first page.',
      {
        facts: [
          { label: 'Message', value: publicNameOf(event.type) },
          { label: 'Why', value: webhookRefusalWords(code ?? '') },
          { label: 'Visit', value: longWhen(booking, business.timeZone) },
          ...fixedFacts(booking),
        ],
      },
    ],
  };
}
