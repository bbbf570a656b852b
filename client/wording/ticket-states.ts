import { HOLD_MINUTES } from '#shared/business/business.ts';
import type { Ticket } from '#shared/calls/contract.ts';
import type { Wording } from './refusals.ts';

/** Text of the confirmation page, by the booking's state. */
export const TICKET_STATES: Readonly<Record<Ticket['state'], Wording>> = {
  confirmed: {
    title: 'Your visit is booked',
    text: 'Your payment went through.',
  },
  over: {
    title: 'This visit is over',
    text: 'You booked and paid for the time below. If something isn’t right, email us.',
  },
  held: {
    title: 'We’re waiting for your payment',
    text: 'We’re holding the time for you. It’s booked as soon as your payment reaches us, which can take a minute: reload this page to see.',
  },
  expired: {
    title: 'The time is no longer held',
    text: `No payment reached us within ${HOLD_MINUTES} minutes, or you gave the time back, so it’s open to others again. If you did pay, there’s nothing you need to do: you’ll get either the visit or a full refund, and an email that says which.`,
  },
  cancelled: {
    title: 'This visit was canceled',
    text: 'Our email about it says what happens to your payment.',
  },
  refunded: {
    title: 'This time was lost, and we’re sending your money back',
    text: 'Your payment reached us when we could no longer give you this time. We’re sorry. The full amount goes back to the card you paid with.',
  },
};

/** For an unknown reference. */
export const UNKNOWN_TICKET: Wording = {
  title: 'We can’t find this booking',
  text: 'The web address may be incomplete. If you’ve paid, our email has the right link, and we can send it again.',
};
