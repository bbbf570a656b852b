/** Mails of the owner's own words to the customer of a booking. */
import type { BookingEvent, BookingState } from './booking.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** The text, and the account of the admin who wrote it. */
export interface Message {
  readonly text: string;
  readonly admin: string;
}

/**
 * Records a message to the customer, from which the mail is sent. Its text belongs to the customer's personal data. Refuses
 * `unknown-booking`, and `no-address` once the customer is forgotten.
 */
export function sendMessage(
  { booking }: { readonly booking: BookingState },
  { text, admin }: Message,
): { readonly booking: readonly BookingEvent[] } | Refusal {
  if (booking === null) return refuse('unknown-booking');
  if (booking.isForgotten) return refuse('no-address');
  return { booking: [{ type: 'MessageSent', data: { person: booking.person, personal: { text }, admin } }] };
}
