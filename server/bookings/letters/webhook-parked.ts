import type { Job } from '#db/jobs.ts';
import { webhookRefusalWords } from '../../outside/webhooks/port.ts';
import { referenceOf } from '#shared/booking/reference.ts';
import type { Business } from '../../outside/mail/layout/letter.ts';
import { publicNameOf } from '../webhooks/public-events.ts';
import { type MailBooking, fixedFacts, longWhen } from './booking.ts';
import type { LetterWords, Matter } from './letter.ts';

interface RefusedWebhook {
  readonly type: string;
  readonly reason: string;
}

function webhookParked({ type, reason }: RefusedWebhook, booking: MailBooking, business: Business): LetterWords {
  return {
    subject: 'Needs attention: a webhook message was refused',
    preview: 'Your other programs don’t know about a booking yet.',
    heading: 'A webhook message was refused',
    blocks: [
      'Your other programs don’t know about this yet. Nothing is wrong with the booking, and later messages go out. Once the reason is out of the way, send the message again from your first page.',
      {
        facts: [
          { label: 'Message', value: type },
          { label: 'Why', value: reason },
          { label: 'Visit', value: longWhen(booking, business.timeZone) },
          ...fixedFacts(booking),
          { label: 'Reference', value: referenceOf(booking.eventId) },
        ],
      },
    ],
  };
}

export function aboutParkedWebhook({ code }: Job, { event, booking, business }: Matter): LetterWords {
  const about = { type: publicNameOf(event.type), reason: webhookRefusalWords(code ?? '') };
  return webhookParked(about, booking, business);
}
