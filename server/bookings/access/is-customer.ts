import { bookingStream, isPaidFor } from '#events/booking/booking.ts';
import type { BookingContext } from '../context.ts';
import { hasPaid } from './of-account.ts';
import { openedBookings } from './opened-links.ts';
import { ownHold } from './own-hold.ts';

/**
 * Whether the visitor has paid for a booking: of the signed-in account, held in this browser, or with an opened manage link.
 * False when all the money was refunded, because that costs an attacker nothing.
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
