import { type AccessRefusal, signInPath } from '#shared/access.ts';
import type { Flash } from '#shared/flash.ts';
import { keptBehind, leaveFlash } from '../http/flash-cookie.ts';
import type { Sealer } from '../http/sealing.ts';
import { doneOf } from './done-of.ts';
import type { HandlerContext } from './handler.ts';
import { knownMark } from './known-browser.ts';
import { markOfAccount } from './let-in.ts';

/**
 * What somebody typed into a form whose session had ended elsewhere. It waits, sealed, behind the sign-in page, and is given
 * back to the account that was last signed in in this browser; to nobody else.
 */

const SIGN_IN_PAGE = '/login';

interface TurnedAway {
  readonly refusal: AccessRefusal;
  /** The page of the form, and whether its address is a mailed link. */
  readonly to: string;
  readonly isMailed: boolean;
  /** What the form would leave for that page. */
  readonly flash: Flash;
}

/** Answers where a form is led whose sender may not send it: to the sign-in page, which says why. */
export function askToSignIn(
  { cookies, clock }: HandlerContext,
  sealer: Sealer,
  { refusal, to, isMailed, flash }: TurnedAway,
): string {
  const owner = isMailed ? null : knownMark(cookies);
  const kept = owner === null ? null : { owner, flash: { ...flash, refusal: 'signed-in-again' } };
  const why = isMailed ? 'signed-out-link' : kept ? 'signed-out-kept' : 'signed-out';
  // Whoever is signed in and may not do it is told so by that page itself.
  if (isMailed || refusal === 'not-signed-in') {
    const said = { page: SIGN_IN_PAGE, refusal: why, fields: {}, nearest: [], values: {} };
    leaveFlash(cookies, sealer, said, clock.now(), kept);
  }
  return signInPath(refusal, isMailed ? null : to);
}

/** Gives back what was kept when this call has let its owner in and leads to its page. Answers whether it did. */
export async function giveBackKept(context: HandlerContext, sealer: Sealer, output: unknown): Promise<boolean> {
  const { cookies, clock, signIn } = context;
  const kept = keptBehind(cookies, sealer, SIGN_IN_PAGE, clock.now());
  const { redirect } = doneOf(output);
  if (!kept || redirect === undefined || new URL(redirect, 'http://page').pathname !== kept.flash.page) return false;
  const account = signIn.current?.account;
  if (account === undefined || (await markOfAccount(context, account)) !== kept.owner) return false;
  leaveFlash(cookies, sealer, kept.flash, clock.now());
  return true;
}
