import { bookingStream, isPaidFor } from '#events/booking/booking.ts';
import type { BookingContext } from '../context.ts';
import { hasPaid } from './of-account.ts';
import { openedBookings } from './opened-links.ts';
import { ownHold } from './own-hold.ts';

/**
 * Whether the visitor has paid for a booking: of the account that is signed in, held in this browser, or one whose manage link was
 * opened here. False when all the money was refunded: an account, or a payment that was refunded, costs an attacker nothing.
 */
export async function isCustomer(context: BookingContext): Promise<boolean> {
  const { store } = context;
  const account = (await context.signIn.current())?.account ?? null;
  if (account !== null && (await hasPaid(store, account))) return true;
  const held = await ownHold(context);
  for (const booking of [...(held === null ? [] : [held]), ...openedBookings(context)])
    if (isPaidFor(await store.stateOf(bookingStream(booking)))) return true;
  return false;
}
