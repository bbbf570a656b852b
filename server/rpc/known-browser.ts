import { hash } from 'node:crypto';
import { comparable } from '#shared/comparable.ts';
import type { Cookies } from '../http/cookies.ts';
import type { HandlerContext, Limit } from './handler.ts';

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

/** A browser in which some account was signed in before has a count of its own: strangers cannot use that up. */
export function signInLimit({ cookies, request }: HandlerContext): Limit {
  const mark = cookies.get(COOKIE);
  return mark === null ? { policy: 'signIn', networks: request.networks } : { policy: 'signInAgain', key: mark };
}

/**
 * What trying a password for this address counts as. Strangers who guess use up what is for everyone who tries it, and so
 * does a browser that is known for another address.
 */
export function signInLimitByInput({ email }: { readonly email: string }, context: HandlerContext): Limit | null {
  const { cookies, request } = context;
  const [mark, address] = [cookies.get(COOKIE), comparable(email)];
  if (mark === markOf(address)) return null;
  return { policy: 'signIn', key: address, ...(mark !== null && { networks: request.networks }) };
}
