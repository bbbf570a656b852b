/**
 * What gives access to a booking (SPEC.md leaves it open): its manage link, the account that it belongs to, and for a day the
 * browser that held and paid it.
 */
import { type AccountState, maySignIn } from './account.ts';
import type { BookingState } from './booking.ts';
import { isOpenTo } from './holding.ts';

/** What a browser shows for itself when it asks for a booking. */
export interface Caller {
  /** Generations of the booking's manage links that it has opened: how often the booking had been moved when each was made. */
  readonly links: readonly number[];
  /** The same of links that it has because the booking was paid there by a guest, and not from an email. */
  readonly unmailedLinks: readonly number[];
  /** The account that is signed in there. */
  readonly account: string | null;
  /** Whether the booking was made with the confirmed address of that account. */
  readonly isOwnAddress: boolean;
  /** Whether the booking was held in that browser, in which no account was signed in or out since. */
  readonly isHolder: boolean;
}

/** What a caller may do with a booking: all, nothing any more since its link was replaced, or nothing at all. */
export type Access = 'granted' | 'replaced' | 'locked';

/** What manage links are good for now: a move replaces them, and nothing opens a booking whose customer is forgotten. */
export function linkAccess(booking: BookingState, links: readonly number[]): Access {
  if (booking === null || booking.isForgotten || links.length === 0) return 'locked';
  return links.includes(booking.moves) ? 'granted' : 'replaced';
}

/** The booking, and the account of the caller if one is signed in. */
export interface BookingAndAccount {
  readonly booking: BookingState;
  readonly account?: AccountState;
}

/**
 * Whether the booking was paid in the caller's browser. A move closes it there, as it replaces the mailed link, and so does the end of
 * its account.
 */
function isPaidThere(booking: BookingState, { isHolder }: Caller): boolean {
  if (booking === null || !booking.wasConfirmed || booking.isForgotten) return false;
  return isHolder && booking.moves === 0 && booking.keptFrom === null;
}

/**
 * What a caller may do with a booking now: by its current link, because it was paid in their browser, or because it belongs to their
 * account, which can sign in, or was made with that account's confirmed address and belongs to no other. A booking that an account has
 * adopted is open only by mailed links from then on: its customer may not be who paid for it.
 */
export function bookingAccess({ booking, account = null }: BookingAndAccount, caller: Caller): Access {
  const links = booking && isOpenTo(booking, null) ? [...caller.links, ...caller.unmailedLinks] : caller.links;
  const byLink = isPaidThere(booking, caller) ? 'granted' : linkAccess(booking, links);
  if (byLink === 'granted' || booking === null || caller.account === null || !maySignIn(account)) return byLink;
  const isOwn = booking.account === null ? caller.isOwnAddress : booking.account === caller.account;
  return isOwn ? 'granted' : byLink;
}
