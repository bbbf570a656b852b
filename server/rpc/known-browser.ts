import { hash } from 'node:crypto';
import { comparable } from '#shared/comparable.ts';
import type { Cookies } from '../http/cookies.ts';
import type { Limit } from './handler.ts';

const COOKIE = 'known';
const LIFE_SECONDS = 180 * 86_400;

function markOf(email: string): string {
  return hash('sha256', comparable(email), 'base64url').slice(0, 22);
}

/** Notes in a signed cookie that somebody with this address has signed in here. It lets nobody in. */
export function rememberBrowser(cookies: Cookies, email: string): void {
  cookies.set(COOKIE, markOf(email), { maxAgeSeconds: LIFE_SECONDS });
}

/**
 * What trying a password for this address counts as. Strangers who guess use up what is for everyone who tries it; the
 * browser in which its owner signed in before has a count of its own.
 */
export function signInLimit(cookies: Cookies, email: string): Limit {
  const isKnown = cookies.get(COOKIE) === markOf(email);
  return { policy: isKnown ? 'signInAgain' : 'signIn', key: comparable(email) };
}
