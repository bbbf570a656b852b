/** Whose a booking is: a guest's until an account adopts it, and of no known person once its customer is forgotten. */
import { type AccountState, maySignIn } from './account.ts';
import type { BookingEvent, BookingState } from './booking.ts';
import { type Refusal, refuse } from './refusal.ts';

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

/**
 * A guest's booking belongs to an account from now on. Refuses `unknown-account` for one that cannot sign in, `unknown-booking`,
 * and `already-claimed` by another one.
 */
export function claimBooking(
  { booking, account: state }: { readonly booking: BookingState; readonly account: AccountState },
  account: string,
): { readonly booking: readonly BookingEvent[] } | Refusal {
  if (!maySignIn(state)) return refuse('unknown-account');
  if (booking === null) return refuse('unknown-booking');
  if (booking.account === account) return { booking: [] };
  if (booking.account !== null) return refuse('already-claimed');
  return { booking: [{ type: 'BookingClaimed', data: { account } }] };
}
