import type { Ticket } from '#shared/contract.ts';
import type { Wording } from './refusals.ts';

/** What the confirmation page says of a booking in each state. */
export const TICKET_STATES: Readonly<Record<Ticket['state'], Wording>> = {
  confirmed: {
    title: 'Your visit is booked',
    text: 'The payment went through. A mail with all of this is on its way to you.',
  },
  held: {
    title: 'We are waiting for your payment',
    text: 'The time is held for you, and it is booked as soon as the payment reaches us. That can take a minute: reload this page to see.',
  },
  expired: {
    title: 'The time is no longer held',
    text: 'No payment reached us in the 30 minutes, or you gave the time back, so it is open to others again. If you have paid, do nothing: you get either the visit or all of your money back, and an e-mail that says which.',
  },
  cancelled: {
    title: 'This visit was cancelled',
    text: 'What became of the payment stands in the e-mail we sent about it.',
  },
  refunded: {
    title: 'This time was lost, and your money goes back',
    text: 'Your payment arrived when the time was no longer held for you. We are sorry. The whole amount goes back to the card you paid with.',
  },
};

/** For a reference that no booking has. */
export const UNKNOWN_TICKET: Wording = {
  title: 'We know no booking by this reference',
  text: 'The address may be incomplete. If you have paid, the e-mail we sent you holds the right link.',
};
