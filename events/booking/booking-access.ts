/** Access to a booking by its manage link, by the account that owns it, and for a day by the browser that held and paid it. */
import { type AccountState, maySignIn } from '../account/account.ts';
import type { BookingState } from './booking.ts';
import { isOpenTo } from './holding.ts';

export interface Caller {
  /** Generations of the manage links that the browser has opened: the number of links before each. */
  readonly links: readonly number[];
  /** Because a guest paid there, not because an email was opened. */
  readonly unmailedLinks: readonly number[];
  readonly account: string | null;
  /** The booking was made with that account's confirmed address. */
  readonly isOwnAddress: boolean;
  /** Held in that browser, in which no account was signed in or out since. */
  readonly isHolder: boolean;
}

/**
 * `granted`: read and change. `replaced`: the link was valid until a move or a correction. `forgotten`: it was valid until the
 * customer was forgotten.
 */
export type Access = 'granted' | 'replaced' | 'forgotten' | 'locked';

/** No link opens a booking whose customer is forgotten. */
export function linkAccess(booking: BookingState, links: readonly number[]): Access {
  if (booking === null || links.length === 0) return 'locked';
  if (booking.isForgotten) return 'forgotten';
  return links.includes(booking.linkGeneration) ? 'granted' : 'replaced';
}

export interface BookingAndAccount {
  readonly booking: BookingState;
  readonly account?: AccountState;
}

/**
 * A move ends this access, as does the end of its account. A correction does not: the browser that typed the details is the
 * customer's.
 */
export function isPaidThere(booking: BookingState, { isHolder }: Caller): boolean {
  if (booking === null || !booking.wasConfirmed || booking.isForgotten) return false;
  return isHolder && booking.moves === 0 && booking.keptFrom === null;
}

/** They open no booking that an account has adopted since. */
export function unmailedLinksTo(booking: BookingState, { unmailedLinks }: Caller): readonly number[] {
  return booking && isOpenTo(booking, null) ? unmailedLinks : [];
}

/**
 * Granted by the current link, by having paid in this browser, by the booking's account, or by an account with the confirmed
 * address of a guest's booking. An adopted booking is otherwise opened only by mailed links: the account's customer and the one
 * who paid may differ.
 */
export function bookingAccess({ booking, account = null }: BookingAndAccount, caller: Caller): Access {
  const links = [...caller.links, ...unmailedLinksTo(booking, caller)];
  const byLink = isPaidThere(booking, caller) ? 'granted' : linkAccess(booking, links);
  if (byLink === 'granted' || booking === null || caller.account === null || !maySignIn(account)) return byLink;
  const isOwn = booking.account === null ? caller.isOwnAddress : booking.account === caller.account;
  return isOwn ? 'granted' : byLink;
}
