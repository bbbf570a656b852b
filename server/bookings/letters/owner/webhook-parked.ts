import { referenceOf } from '#shared/booking/reference.ts';
import type { Business } from '../../../outside/mail/layout/letter.ts';
import { publicNameOf } from '../../webhooks/public-events.ts';
import { type MailBooking, fixedFacts, longWhen } from '../booking.ts';
import { type LetterWords, bookingLetter } from '../letter.ts';

interface RefusedWebhook {
  /** The event type, such as `booking.confirmed`. */
  readonly type: string;
  /** The reason, without personal data. */
  readonly reason: string;
}

export function webhookParked({ type, reason }: RefusedWebhook, booking: MailBooking, business: Business): LetterWords {
  return {
    subject: 'Needs attention: a webhook message was refused',
    preview: 'Your other programs don’t know about a booking yet.',
    heading: 'A webhook message was refused',
    blocks: [
      'Your other programs don’t know about this yet. Nothing is wrong with the booking, and later messages go out. We try again once a day for a week, and whenever the site starts.',
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

/** A webhook message was refused for the first time. */
export const letter = bookingLetter({
  on: ['WebhookParked'],
  to: 'owner',
  write({ event, booking, business }) {
    const { attempt, cause, reason } = event.data;
    return attempt > 1 ? null : webhookParked({ type: publicNameOf(cause), reason }, booking, business);
  },
});
