import { referenceOf } from '#shared/reference.ts';
import type { MailCause } from '#events/mail.ts';
import { type MailBooking, customerFacts, fixedFacts, longWhen } from './booking.ts';
import { type Business, type MailContent, writeLetter } from './letter.ts';

const WHICH: Readonly<Record<MailCause, string>> = {
  BookingConfirmed: 'that the booking is confirmed',
  BookingRescheduled: 'that the visit was moved',
  BookingCancelled: 'that the visit is canceled and they get a full refund',
  BookingForfeited: 'that the visit is canceled and you keep the payment',
  ReminderRequested: 'when the visit is',
  LinksRequested: 'how to open their visits',
  VisitKept: 'that the visit stays booked without their account, and how to open it',
  RefundRequested: 'that they’re getting money back',
  RefundFailed: 'that their refund is taking longer',
};

export interface UnsentMail {
  readonly cause: MailCause;
  /** In words that name nobody. */
  readonly reason: string;
  /** When it was refused, in milliseconds. */
  readonly at: number;
}

/** To the owner, when nobody would take a mail to a customer. */
export function mailParked(mail: Omit<UnsentMail, 'at'>, booking: MailBooking, business: Business): MailContent {
  const { eventId } = booking;
  return writeLetter(
    {
      to: 'owner',
      subject: 'Needs attention: an email to a customer couldn’t be sent',
      preview: `It would have told them ${WHICH[mail.cause]}. Please call them.`,
      heading: 'An email to a customer couldn’t be sent',
      blocks: [
        `It would have told them ${WHICH[mail.cause]}. Please call them, and check the address below for a typo. We try again once a day for a week, and whenever the site starts.`,
        {
          facts: [
            ...customerFacts(booking),
            { label: 'Visit', value: longWhen(booking, business.timeZone) },
            { label: 'Why', value: mail.reason },
            ...fixedFacts(booking),
            { label: 'Reference', value: referenceOf(eventId) },
          ],
        },
      ],
    },
    business,
  );
}
