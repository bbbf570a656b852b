import { bookingStream } from '#events/booking.ts';
import { isOpenTo } from '#events/holding.ts';
import type { Cookies } from '../http/cookies.ts';
import type { HandlerContext } from './handler.ts';

const COOKIE = 'hold';
/** It outlives the hold, so that a visitor who pays late is known too. */
const SECONDS = 24 * 60 * 60;

/**
 * The booking that this visitor holds or held last; null for other visitors. One that belongs to an account is only for the browser
 * in which that account is signed in: a copy of the cookie opens nothing after signing out.
 */
export function ownHold({
  cookies,
  signIn,
  store,
}: Pick<HandlerContext, 'cookies' | 'signIn' | 'store'>): string | null {
  const booking = cookies.get(COOKIE);
  if (booking === null) return null;
  const held = store.stateOf(bookingStream(booking));
  return held === null || isOpenTo(held, signIn.current?.account ?? null) ? booking : null;
}

/** Whether the browser sends a hold, be it one that it may know of or not. */
export function sendsHold(cookies: Cookies): boolean {
  return cookies.get(COOKIE) !== null;
}

/** When this browser forgets the booking that it holds or held last, in milliseconds. */
export function endOfOwnHold(cookies: Cookies): number | null {
  return cookies.endOf(COOKIE);
}

/** For a day from when it was held: sending it again prolongs nothing. */
export function rememberHold(cookies: Cookies, booking: string): void {
  if (cookies.get(COOKIE) !== booking) cookies.set(COOKIE, booking, { maxAgeSeconds: SECONDS });
}

export function forgetOwnHold(cookies: Cookies): void {
  cookies.delete(COOKIE);
}
