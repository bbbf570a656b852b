import { comparable } from '#shared/comparable.ts';
import { Rejected } from '#shared/refusals.ts';
import { ownAddress } from './own-address.ts';
import type { Limit } from '../../web/rpc/handler.ts';
import type { AccountContext } from '../context.ts';
import { isKnownFor, knownAccount, knownTries } from './known-browser.ts';
import { byNetwork, bySubject } from '../../web/rpc/limit-to.ts';

/**
 * The browsers in which an account was signed in before share tries of their own, which other browsers cannot use up. One that its mail
 * has let in has tries that those cannot use up either.
 */
export function signInLimit(context: AccountContext): Limit {
  const key = knownTries(context);
  return key === null ? byNetwork('signIn')(context) : { ...byNetwork('signInAgain')(context), key };
}

/**
 * Guesses at one address are counted by the networks that they come from, never by the address alone: an attacker's networks
 * use up what they have. A browser that is known for another account is counted like a stranger's. While an address is guessed at from
 * many networks, only browsers that are known for it may try: throws `Rejected` with `sign-in-paused`.
 */
export function signInLimitByInput({ email }: { readonly email: string }, context: AccountContext): Limit | null {
  if (isKnownFor(context, email)) return null;
  const retryAfter = context.guessWatch.wait(comparable(email));
  if (retryAfter > 0) throw new Rejected('sign-in-paused', { retryAfter });
  const limit = bySubject('signIn', comparable(email), context);
  return knownAccount(context) === null ? limit : { ...byNetwork('signIn')(context), ...limit };
}

/**
 * Counts a wrong password. From a browser that is known for the account it makes no attack, but its owner hears of many in a day, too: the
 * browser may be a shared one. Returns whether the account's owner should hear of it.
 */
export function noteGuess(context: AccountContext, email: string): boolean {
  if (isKnownFor(context, email)) return context.guessWatch.wrongAtHome(comparable(email));
  return context.guessWatch.wrong(comparable(email), context.request.networks);
}

/**
 * Counts a wrong password that was sent with a session, which may be a stolen one: the account's browsers are not left out. Resolves with
 * whether the account's owner should hear of it.
 */
export async function noteOwnGuess(context: AccountContext): Promise<boolean> {
  const email = await ownAddress(context);
  return email !== null && context.guessWatch.wrong(comparable(email), context.request.networks);
}
