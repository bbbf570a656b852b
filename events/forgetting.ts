import type { BookingEvent, BookingState } from './booking.ts';

/**
 * Strips a booking of what is personal, once the account that it belongs to is deleted; a guest's, made with its address, too.
 * The booking itself stays. Once is enough, and nothing happens to another account's, nor to a visit that its customer keeps without this one.
 */
export function forgetCustomer(
  { booking }: { readonly booking: BookingState },
  account: string,
): { readonly booking: readonly BookingEvent[] } {
  if (booking === null || booking.isForgotten || booking.keptFrom === account) return { booking: [] };
  if (booking.account !== null && booking.account !== account) return { booking: [] };
  return { booking: [{ type: 'CustomerForgotten', data: { person: booking.person } }] };
}
