import { isAdmin, rolesStream } from '#events/account/roles.ts';
import { bookingStream, isPaidFor } from '#events/booking/booking.ts';
import type { AccountContext } from '../context.ts';
import { openedBookings } from '../../bookings/access/opened-links.ts';
import { ownHold } from '../../bookings/access/own-hold.ts';

type Asking = Pick<AccountContext, 'store' | 'cookies' | 'browser' | 'signIn' | 'config'>;

/** The account that is signed in. */
async function accountOf(asking: Asking): Promise<string | null> {
  return (await asking.signIn.current())?.account ?? null;
}

/**
 * Key of a browser that belongs to a known customer: the account that is or was signed in, a booking that was paid here, or one
 * whose manage link was opened here. Null for a stranger. Signed cookies prove each of these and cannot be forged. A cookie can
 * be copied to many networks, so a customer's use is also counted by this key.
 */
export async function knownAs(asking: Asking): Promise<string | null> {
  const account = await accountOf(asking);
  if (account !== null) return `account ${account}`;
  const held = await ownHold(asking);
  const isPaid = held !== null && (await asking.store.stateOf(bookingStream(held)))?.wasConfirmed === true;
  const booking = isPaid ? held : (openedBookings(asking)[0] ?? null);
  return booking === null ? null : `booking ${booking}`;
}

/**
 * Group in which the requests of a known customer wait for their turns; null for a stranger. An admin and a browser that has a paid
 * booking have a group of their own. Other accounts cost an attacker nothing: those of one network wait as one.
 */
export async function waitsAs(asking: Asking, network: string): Promise<string | null> {
  const account = await accountOf(asking);
  if (account !== null && isAdmin(await asking.store.stateOf(rolesStream), account)) return `account ${account}`;
  const booking = await paidHere(asking);
  if (booking !== null) return `booking ${booking}`;
  return (await knownAs(asking)) === null ? null : `network ${network}`;
}

/** A booking that is held in this browser, or whose manage link was opened in it, and whose payment was kept; null for none. */
async function paidHere(asking: Asking): Promise<string | null> {
  const held = await ownHold(asking);
  for (const booking of [...(held === null ? [] : [held]), ...openedBookings(asking)])
    if (isPaidFor(await asking.store.stateOf(bookingStream(booking)))) return booking;
  return null;
}

/** Key of a browser that returns from paying: the booking that it holds, if the checkout is that booking's. */
export async function payerOf(asking: Asking, checkout: string): Promise<string | null> {
  const held = await ownHold(asking);
  const isTheirs =
    held !== null && (await asking.store.stateOf(bookingStream(held)))?.checkouts.includes(checkout) === true;
  return isTheirs ? `booking ${held}` : null;
}
