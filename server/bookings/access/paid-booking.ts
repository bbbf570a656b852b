import { bookingStream, isPaidFor } from '#events/booking/booking.ts';
import type { BookingContext } from '../context.ts';
import { paidBookingOf } from './of-account.ts';
import { openedBookings } from './opened-links.ts';
import { ownHold } from './own-hold.ts';

/**
 * A booking that the visitor has paid for: of the account that is signed in, held in this browser, or one whose manage link was
 * opened here. Null for a stranger, and when all the money was refunded: an account, or a payment that was refunded, costs an attacker
 * nothing.
 */
export async function paidBooking(context: BookingContext): Promise<string | null> {
  const { store } = context;
  const account = (await context.signIn.current())?.account ?? null;
  const ofAccount = account === null ? null : await paidBookingOf(store, account);
  if (ofAccount !== null) return ofAccount;
  const held = await ownHold(context);
  for (const booking of [...(held === null ? [] : [held]), ...openedBookings(context)])
    if (isPaidFor(await store.stateOf(bookingStream(booking)))) return booking;
  return null;
}
