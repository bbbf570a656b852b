import { formatCents } from '#shared/money.ts';
import { longDate } from '#shared/civil-date.ts';
import { clockTime, dateAt } from '#shared/time-zone.ts';
import { bookingLetter } from './letter.ts';
import { customerFacts, fixedFacts, longWhen } from './booking.ts';

const SEND =
  'Send what shows that the visit was booked and took place: the booking’s page with its times, our emails to the customer, the terms they accepted, and photos of the work.';

function instantIn(at: number, timeZone: string): string {
  return `${longDate(dateAt(at, timeZone))}, ${clockTime(at, timeZone)}`;
}

/** The provider asks for evidence; the owner sends it there. */
export const dispute = bookingLetter({
  on: ['DisputeReported'],
  to: 'owner',
  write({ event, booking, business }) {
    const { payment, dispute, amount: cents, currency, state, isInquiry, reason, evidenceDueBy, fee } = event.data;
    if (state === 'under-review') return null;
    const amount = formatCents(cents, currency);
    const due = evidenceDueBy === null ? null : instantIn(evidenceDueBy, business.timeZone);
    const told = {
      'needs-response': {
        subject: `Needs attention: a customer ${isInquiry ? 'asks their bank about' : 'disputes'} ${amount}`,
        preview: due === null ? 'Please answer in your payment account.' : `Please answer by ${due}.`,
        text: `Please answer in your payment account${due === null ? '' : ` by ${due}`}. ${SEND} Without an answer, the bank decides for the customer. The site sends no refund of this payment until then.`,
      },
      won: {
        subject: `A dispute of ${amount} is over: you keep the money`,
        preview: 'There’s nothing left to do.',
        text: 'The bank decided for you, or the customer took it back. If the site owed the customer a refund, it goes out now.',
      },
      lost: {
        subject: `A dispute of ${amount} is lost`,
        preview: 'The money went back to the customer.',
        text: 'The bank gave the money back to the customer, so the site refunds none of it again. A visit that’s still ahead stays booked: cancel it on the booking’s page if you don’t want to go.',
      },
    }[state];
    return {
      subject: told.subject,
      preview: told.preview,
      heading: told.subject.replace('Needs attention: a', 'A'),
      blocks: [
        told.text,
        {
          facts: [
            { label: 'Amount', value: amount },
            ...(fee > 0 ? [{ label: 'Fee', value: formatCents(fee) }] : []),
            { label: 'Reason', value: reason.replaceAll('_', ' ') },
            { label: 'Visit', value: longWhen(booking, business.timeZone) },
            ...customerFacts(booking),
            ...fixedFacts(booking),
            { label: 'Payment', value: payment },
            { label: 'Dispute', value: dispute },
          ],
        },
      ],
    };
  },
});
