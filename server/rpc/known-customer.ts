import { bookingStream } from '#events/booking.ts';
import type { HandlerContext } from './handler.ts';
import { knownAccount } from './known-browser.ts';
import { openedBooking } from './manage-cookie.ts';
import { ownHold } from './own-hold.ts';

type Asking = Pick<HandlerContext, 'store' | 'cookies' | 'signIn' | 'config'>;

/**
 * By what a browser is known as a customer's: the account that is signed in or was before, a booking that was paid here, or one
 * whose manage link was opened. Null for a stranger. Signed cookies prove each of these, so they cannot be forged; but a cookie can be
 * copied to many networks, so what a customer may take is counted by this name, too.
 */
export function knownAs(asking: Asking): string | null {
  const account = asking.signIn.current?.account ?? knownAccount(asking);
  if (account !== null) return `account ${account}`;
  const held = ownHold(asking);
  const isPaid = held !== null && asking.store.stateOf(bookingStream(held))?.wasConfirmed === true;
  const booking = isPaid ? held : openedBooking(asking);
  return booking === null ? null : `booking ${booking}`;
}

/** By what a browser is known that comes back from paying: the booking that it holds, if the checkout is one of it. */
export function payerOf(asking: Asking, checkout: string): string | null {
  const held = ownHold(asking);
  const isTheirs = held !== null && asking.store.stateOf(bookingStream(held))?.checkouts.includes(checkout) === true;
  return isTheirs ? `booking ${held}` : null;
}
