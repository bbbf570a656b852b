import { type AccountState, maySignIn } from '../account/account.ts';
import type { BookingState, BookingEvents, OneBooking } from './booking.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Records nothing the second time, for another account's booking, or for a visit that its customer keeps. */
export function forgetCustomer({ booking }: OneBooking, account: string): BookingEvents {
  if (booking === null || booking.isForgotten || booking.keptFrom === account) return { booking: [] };
  if (booking.account !== null && booking.account !== account) return { booking: [] };
  return { booking: [{ type: 'CustomerForgotten', data: { person: booking.person } }] };
}

/** Refuses `unknown-account` if it cannot sign in, `unknown-booking` also for a forgotten customer, and `already-claimed`. */
export function claimBooking(
  { booking, account: state }: { readonly booking: BookingState; readonly account: AccountState },
  account: string,
): BookingEvents | Refusal {
  if (!maySignIn(state)) return refuse('unknown-account');
  if (booking === null || booking.isForgotten) return refuse('unknown-booking');
  if (booking.account === account) return { booking: [] };
  if (booking.account !== null) return refuse('already-claimed');
  return { booking: [{ type: 'BookingClaimed', data: { account } }] };
}
