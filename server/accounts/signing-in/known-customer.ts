import { isUnavailable } from '#db/read-models/read-model-faults.ts';
import { bookingStream, isPaidFor } from '#events/booking.ts';
import { paidBookingOf } from '../../bookings/access/of-account.ts';
import type { AccountContext } from '../context.ts';
import { knownAccount } from './known-browser.ts';
import { openedBookings } from '../../bookings/access/opened-links.ts';
import { ownHold } from '../../bookings/access/own-hold.ts';

type Asking = Pick<AccountContext, 'store' | 'cookies' | 'browser' | 'signIn' | 'config'>;

/** The account that is signed in or was before. */
function accountOf(asking: Asking): string | null {
  return asking.signIn.current?.account ?? knownAccount(asking);
}

/**
 * By what a browser is known as a customer's: the account that is signed in or was before, a booking that was paid here, or one
 * whose manage link was opened. Null for a stranger. Signed cookies prove each of these, so they cannot be forged; but a cookie can be
 * copied to many networks, so what a customer may take is counted by this name, too.
 */
export function knownAs(asking: Asking): string | null {
  const account = accountOf(asking);
  if (account !== null) return `account ${account}`;
  const held = ownHold(asking);
  const isPaid = held !== null && asking.store.stateOf(bookingStream(held))?.wasConfirmed === true;
  const booking = isPaid ? held : (openedBookings(asking)[0] ?? null);
  return booking === null ? null : `booking ${booking}`;
}

/**
 * A booking that the visitor has paid for: of the account that is signed in or was before, held in this browser, or one whose manage
 * link was opened. Null for a newcomer, and when all the money was returned: an account, or a payment that is taken back, costs
 * nothing. While the read models are not available, an account counts as one that never paid.
 */
export async function paidBooking(asking: Asking): Promise<string | null> {
  const account = accountOf(asking);
  const ofAccount = account === null ? null : await paidBookingOf(asking.store, account).catch(orUnknown);
  if (ofAccount !== null) return ofAccount;
  const held = ownHold(asking);
  const ofBrowser = [...(held === null ? [] : [held]), ...openedBookings(asking)];
  return ofBrowser.find((booking) => isPaidFor(asking.store.stateOf(bookingStream(booking)))) ?? null;
}

function orUnknown(error: unknown): null {
  if (isUnavailable(error)) return null;
  throw error;
}

/** By what a browser is known that comes back from paying: the booking that it holds, if the checkout is one of it. */
export function payerOf(asking: Asking, checkout: string): string | null {
  const held = ownHold(asking);
  const isTheirs = held !== null && asking.store.stateOf(bookingStream(held))?.checkouts.includes(checkout) === true;
  return isTheirs ? `booking ${held}` : null;
}
