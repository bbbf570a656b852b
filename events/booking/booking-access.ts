/** Access to a booking by its manage link, by its account, and for a day by the browser that paid. */
import { type AccountState, maySignIn } from '../account/account.ts';
import type { BookingEvents, BookingState } from './booking.ts';
import { isOpenTo } from './holding.ts';
import { type Refusal, refuse } from '../refusal.ts';

export interface Caller {
  /** Generations of the manage links that the browser has opened. */
  readonly links: readonly number[];
  /** Links shown because a guest paid there, not because an email was opened. */
  readonly unmailedLinks: readonly number[];
  readonly account: string | null;
  /** The booking was made with that account's confirmed address. */
  readonly isOwnAddress: boolean;
  /** Held in that browser, in which no account was signed in or out since. */
  readonly isHolder: boolean;
}

/** `replaced`: the link was valid until a move or correction. `forgotten`: until the customer was forgotten. */
export type Access = 'granted' | 'replaced' | 'forgotten' | 'locked';

export function linkAccess(booking: BookingState, links: readonly number[]): Access {
  if (booking === null || links.length === 0) return 'locked';
  if (booking.isForgotten) return 'forgotten';
  return links.includes(booking.linkGeneration) ? 'granted' : 'replaced';
}

export interface BookingAndAccount {
  readonly booking: BookingState;
  readonly account?: AccountState;
}

/** A move ends this access. A correction does not, because the customer made it in this browser. */
export function isPaidThere(booking: BookingState, { isHolder }: Caller): boolean {
  if (booking === null || !booking.wasConfirmed || booking.isForgotten) return false;
  return isHolder && booking.moves === 0 && booking.keptFrom === null;
}

/** They don't open a booking that an account has adopted since. */
export function unmailedLinksTo(booking: BookingState, { unmailedLinks }: Caller): readonly number[] {
  return booking && isOpenTo(booking, null) ? unmailedLinks : [];
}

/** An adopted booking ignores unmailed links, because the account's customer and the one who paid may differ. */
export function bookingAccess({ booking, account = null }: BookingAndAccount, caller: Caller): Access {
  const links = [...caller.links, ...unmailedLinksTo(booking, caller)];
  const byLink = isPaidThere(booking, caller) ? 'granted' : linkAccess(booking, links);
  if (byLink === 'granted' || booking === null || caller.account === null || !maySignIn(account)) return byLink;
  const isOwn = booking.account === null ? caller.isOwnAddress : booking.account === caller.account;
  return isOwn ? 'granted' : byLink;
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
