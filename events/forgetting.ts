import type { BookingEvent, BookingState } from './booking.ts';

/** Strips a booking of what is personal, once its person's key is to go; the booking itself stays. Once is enough. */
export function forgetCustomer({ booking }: { readonly booking: BookingState }): {
  readonly booking: readonly BookingEvent[];
} {
  if (booking === null || booking.isForgotten) return { booking: [] };
  return { booking: [{ type: 'CustomerForgotten', data: { person: booking.person } }] };
}
