import type { BookingEvent, BookingState } from './booking.ts';
import { type Refusal, refuse } from '../refusal.ts';

export interface Message {
  readonly text: string;
  readonly admin: string;
}

/** The mail's text is personal data. Refuses `unknown-booking`, and `no-address` once the customer is forgotten. */
export function sendMessage(
  { booking }: { readonly booking: BookingState },
  { text, admin }: Message,
): { readonly booking: readonly BookingEvent[] } | Refusal {
  if (booking === null) return refuse('unknown-booking');
  if (booking.isForgotten) return refuse('no-address');
  return { booking: [{ type: 'MessageSent', data: { person: booking.person, personal: { text }, admin } }] };
}
