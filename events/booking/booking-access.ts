/**
 * Access to a booking (SPEC.md does not define it). Granted by its manage link, by the account that owns it, and for a day by the
 * browser that held and paid it.
 */
import { type AccountState, maySignIn } from '../account/account.ts';
import type { BookingState } from './booking.ts';
import { isOpenTo } from './holding.ts';

/** What a browser presents when it requests a booking. */
export interface Caller {
  /**
   * Generations of the booking's manage links that the browser has opened. A link's generation is the number of links that the
   * booking had before it.
   */
  readonly links: readonly number[];
  /** Generations of links that the browser has because a guest paid there, not because an email was opened. */
  readonly unmailedLinks: readonly number[];
  /** The account that is signed in there; null when none is. */
  readonly account: string | null;
  /** Whether the booking was made with the confirmed address of that account. */
  readonly isOwnAddress: boolean;
  /** Whether the booking was held in that browser, in which no account was signed in or out since. */
  readonly isHolder: boolean;
}

/**
 * `granted`: read and change. `replaced`: the link was valid until a move or a correction replaced it. `forgotten`: it was valid until the customer
 * was forgotten. `locked`: no access.
 */
export type Access = 'granted' | 'replaced' | 'forgotten' | 'locked';

/** What manage links open now. A move or a correction replaces them, and no link opens a booking whose customer is forgotten. */
export function linkAccess(booking: BookingState, links: readonly number[]): Access {
  if (booking === null || links.length === 0) return 'locked';
  if (booking.isForgotten) return 'forgotten';
  return links.includes(booking.linkGeneration) ? 'granted' : 'replaced';
}

/** The booking, and the account of the caller if one is signed in. */
export interface BookingAndAccount {
  readonly booking: BookingState;
  readonly account?: AccountState;
}

/**
 * Whether the booking was paid in the caller's browser. A move ends this access, as it replaces the mailed link; so does the end
 * of its account. A correction does not: the browser that typed the details is the customer's.
 */
export function isPaidThere(booking: BookingState, { isHolder }: Caller): boolean {
  if (booking === null || !booking.wasConfirmed || booking.isForgotten) return false;
  return isHolder && booking.moves === 0 && booking.keptFrom === null;
}

/** The caller's links from paying as a guest: they open no booking that an account has adopted since. */
export function unmailedLinksTo(booking: BookingState, { unmailedLinks }: Caller): readonly number[] {
  return booking && isOpenTo(booking, null) ? unmailedLinks : [];
}

/**
 * What a caller may do with a booking now. Granted by its current link; by having paid it in this browser; by its account, if
 * that can sign in; or by an account with the confirmed address that a guest's booking was made with. A booking that an account
 * has adopted is otherwise opened only by mailed links: the account's customer and the customer who paid may differ.
 */
export function bookingAccess({ booking, account = null }: BookingAndAccount, caller: Caller): Access {
  const links = [...caller.links, ...unmailedLinksTo(booking, caller)];
  const byLink = isPaidThere(booking, caller) ? 'granted' : linkAccess(booking, links);
  if (byLink === 'granted' || booking === null || caller.account === null || !maySignIn(account)) return byLink;
  const isOwn = booking.account === null ? caller.isOwnAddress : booking.account === caller.account;
  return isOwn ? 'granted' : byLink;
}
