import { comparable } from '#shared/normalize-text.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { ownAddress } from './own-address.ts';
import type { Limit } from '../../web/rpc/handler.ts';
import type { AccountContext } from '../context.ts';
import { isKnownFor, knownAccount, knownTries } from './known-browser.ts';
import { byNetwork, bySubject } from '../../web/rpc/limit-to.ts';

/**
 * Browsers in which an account was signed in before share tries of their own, which other browsers cannot use up. A browser that
 * was made known by a mailed link has separate tries, which those cannot use up either.
 */
export async function signInLimit(context: AccountContext): Promise<Limit> {
  const key = await knownTries(context);
  return key === null ? byNetwork('signIn')(context) : { ...byNetwork('signInAgain')(context), key };
}

/**
 * Guesses at one address are counted per network of the sender, never by the address alone, so that an attacker uses up only the
 * tries of their own networks. A browser known for another account is counted like a stranger's. During an attack on an address
 * only browsers that are known for it may try: throws `Rejected` with `sign-in-paused`.
 */
export async function signInLimitByInput(
  { email }: { readonly email: string },
  context: AccountContext,
): Promise<Limit | null> {
  if (await isKnownFor(context, email)) return null;
  const retryAfter = context.guessWatch.wait(comparable(email));
  if (retryAfter > 0) throw new Rejected('sign-in-paused', { retryAfter });
  const limit = bySubject('signIn', comparable(email), context);
  return (await knownAccount(context)) === null ? limit : { ...byNetwork('signIn')(context), ...limit };
}

/**
 * Counts a wrong password. From a browser that is known for the account it does not count as an attack, but the owner is also
 * told of many in a day, as the browser may be shared. Returns whether the account's owner should be told.
 */
export async function noteGuess(context: AccountContext, email: string): Promise<boolean> {
  if (await isKnownFor(context, email)) return context.guessWatch.wrongAtHome(comparable(email));
  return context.guessWatch.wrong(comparable(email), context.request.networks);
}

/**
 * Counts a wrong password sent with a valid session. The session may be stolen, so the account's known browsers are counted, too.
 * Resolves with whether the account's owner should be told.
 */
export async function noteOwnGuess(context: AccountContext): Promise<boolean> {
  const email = await ownAddress(context);
  return email !== null && context.guessWatch.wrong(comparable(email), context.request.networks);
}
