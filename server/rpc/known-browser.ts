import { hash } from 'node:crypto';
import { comparable } from '#shared/comparable.ts';
import type { Cookies } from '../http/cookies.ts';
import type { Limit } from './handler.ts';

const COOKIE = 'known';
const LIFE_SECONDS = 180 * 86_400;

/** Of an address in the form in which addresses are compared. */
function markOf(address: string): string {
  return hash('sha256', address, 'base64url').slice(0, 22);
}

/** Notes in a signed cookie that the account of this address was signed in here. It lets nobody in. */
export function rememberBrowser(cookies: Cookies, address: string): void {
  cookies.set(COOKIE, markOf(address), { maxAgeSeconds: LIFE_SECONDS });
}

export function forgetBrowser(cookies: Cookies): void {
  cookies.delete(COOKIE);
}

/**
 * What trying a password for this address counts as. Strangers who guess use up what is for everyone who tries it; the
 * browser in which its owner signed in before has a count of its own.
 */
export function signInLimit(cookies: Cookies, email: string): Limit {
  const address = comparable(email);
  const isKnown = cookies.get(COOKIE) === markOf(address);
  return { policy: isKnown ? 'signInAgain' : 'signIn', key: address };
}
