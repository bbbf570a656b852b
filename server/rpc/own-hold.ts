import type { Cookies } from '../http/cookies.ts';

const COOKIE = 'hold';
/** It outlives the hold, so that a visitor who pays late is known too. */
const SECONDS = 24 * 60 * 60;

/** The booking that this visitor holds or held last; null for anyone else. */
export function ownHold(cookies: Cookies): string | null {
  return cookies.get(COOKIE);
}

export function rememberHold(cookies: Cookies, booking: string): void {
  cookies.set(COOKIE, booking, { maxAgeSeconds: SECONDS });
}

export function forgetOwnHold(cookies: Cookies): void {
  cookies.delete(COOKIE);
}
