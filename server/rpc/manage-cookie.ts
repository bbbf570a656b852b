import type { Access, Caller } from '#events/access.ts';
import { bookingStream } from '#events/booking.ts';
import { MANAGE_TOKEN, manageToken, tokenOf } from '../bookings/manage-link.ts';
import { accessOf, callerOf } from '../bookings/access.ts';
import type { Cookies } from '../http/cookies.ts';
import type { HandlerContext } from './handler.ts';
import { ownHold } from './own-hold.ts';

/**
 * The manage links that a browser has opened. Their tokens travel in a cookie that no script can read, so that they stand in
 * no address, no history and no page.
 */

const COOKIE = 'manage';
const SECONDS = 24 * 60 * 60;
/** Bookings that can be open side by side. */
const MOST = 8;

function tokensOf(cookies: Cookies): readonly string[] {
  const tokens = cookies.get(COOKIE)?.split('.') ?? [];
  return tokens.filter((token) => MANAGE_TOKEN.test(token));
}

/** Adds a link to those that this browser has opened, the newest first. */
export function rememberToken(cookies: Cookies, token: string): void {
  const others = tokensOf(cookies).filter((each) => each !== token);
  cookies.set(COOKIE, [token, ...others].slice(0, MOST).join('.'), { maxAgeSeconds: SECONDS });
}

/** What this browser shows for itself when it asks for a booking: links opened there, the account signed in, what it held last. */
export function callerFor(context: HandlerContext, booking: string): Promise<Caller> {
  const account = context.signIn.current?.account ?? null;
  return callerOf(context, booking, { tokens: tokensOf(context.cookies), account, hold: ownHold(context) });
}

/** What this browser may do with a booking now. */
export async function accessTo(context: HandlerContext, booking: string): Promise<Access> {
  return accessOf(context, booking, await callerFor(context, booking));
}

/** The bookings whose links this browser has opened. */
export function openedBookings({ store, cookies }: Pick<HandlerContext, 'store' | 'cookies'>): string[] {
  return tokensOf(cookies).flatMap((token) => store.manageLinks.find(token)?.booking ?? []);
}

/** Closes the bookings that were opened here: from now on another person may be at this browser. */
export function forgetTokens(cookies: Cookies): void {
  cookies.delete(COOKIE);
}

/**
 * Before this browser begins another booking: it goes on with the one that a guest paid here. An account's booking needs the
 * account.
 */
export function keepPaidHold(context: HandlerContext): void {
  const booking = ownHold(context);
  const paid = booking === null ? null : context.store.stateOf(bookingStream(booking));
  if (booking === null || !paid?.wasConfirmed || paid.account !== null) return;
  rememberToken(context.cookies, manageToken(context, booking, paid.moves));
}

/** Lets a browser that opened a booking's link go on with the one that its own move has made, which the vault has already. */
export function keepAccess(context: HandlerContext, booking: string, generation: number): void {
  rememberToken(context.cookies, tokenOf(context, booking, generation));
}
