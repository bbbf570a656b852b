import { referenceOf } from '#shared/reference.ts';
import type { MailCause } from '#events/mail.ts';
import { type MailBooking, customerFacts, fixedFacts, longWhen } from './booking.ts';
import { type Business, type MailContent, writeLetter } from './letter.ts';

const WHICH: Readonly<Record<MailCause, string>> = {
  BookingConfirmed: 'that the booking is confirmed',
  BookingRescheduled: 'that the visit was moved',
  BookingCancelled: 'that the visit is canceled and the money goes back',
  BookingForfeited: 'that the visit is canceled and the payment is kept',
  ReminderRequested: 'when the visit is',
  LinksRequested: 'how to open their bookings, which they asked for',
  VisitKept: 'that the visit stays booked without their account, and how to open it',
  RefundRequested: 'that the money goes back',
  RefundFailed: 'that a refund failed',
};

export interface UnsentMail {
  readonly cause: MailCause;
  /** In words that name nobody. */
  readonly reason: string;
}

/** To the owner, when nobody would take a mail to a customer. */
export function mailParked(mail: UnsentMail, booking: MailBooking, business: Business): MailContent {
  const { eventId } = booking;
  return writeLetter(
    {
      to: 'owner',
      subject: 'Needs attention: an email to a customer couldn’t be sent',
      preview: `They don’t know ${WHICH[mail.cause]}. Please call them.`,
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
