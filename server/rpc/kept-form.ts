import { type AccessRefusal, signInPath } from '#shared/access.ts';
import type { Flash } from '#shared/flash.ts';
import { accountMark, isAccountMark } from '../accounts/account-mark.ts';
import { leaveFlash } from '../http/flash-cookie.ts';
import { dropKept, keep, ownerOfKept, readKept } from '../http/kept-cookie.ts';
import type { Sealer } from '../http/sealing.ts';
import type { HandlerContext } from './handler.ts';

/**
 * What somebody typed into a form whose session had ended elsewhere. It waits, sealed, until the account whose page that was
 * is signed in again and opens the page; nobody else is given it.
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
export function askToSignIn(context: HandlerContext, sealer: Sealer, away: TurnedAway): string {
  const { cookies } = context;
  const { refusal, to, isMailed } = away;
  // Whoever is signed in and may not do it is told so by that page itself.
  if (isMailed || refusal === 'not-signed-in') {
    const why = isMailed ? 'signed-out-link' : keepForm(context, sealer, away.flash) ? 'signed-out-kept' : 'signed-out';
    const said = { page: SIGN_IN_PAGE, refusal: why, fields: {}, nearest: [], values: {} };
    leaveFlash(cookies, sealer, said);
  }
  return signInPath(refusal, isMailed ? null : to);
}

/** Keeps a form for the account whose page it stood on, when it said which, and there is room. */
function keepForm({ cookies, request }: HandlerContext, sealer: Sealer, { page, values }: Flash): boolean {
  const { pageOwner } = request;
  if (pageOwner === null || !isAccountMark(pageOwner)) return false;
  return keep(cookies, sealer, pageOwner, { page, values });
}

/** What was kept of a form of this page, for its owner, who has it from now on as a flash. */
export function giveBackKept({ cookies, signIn }: HandlerContext, sealer: Sealer, page: string): Flash | null {
  const owner = ownerOfKept(cookies);
  if (owner === null || !signIn.current || accountMark(signIn.current.account) !== owner) return null;
  const kept = readKept(cookies, sealer);
  if (kept !== null && kept.page !== page) return null;
  dropKept(cookies);
  if (kept === null) return null;
  const flash = { ...kept, refusal: 'signed-in-again', fields: {}, nearest: [] };
  leaveFlash(cookies, sealer, flash);
  return flash;
}

/** Throws away what was typed in this browser and kept for anybody but this account. */
export function dropKeptOfOthers({ cookies }: HandlerContext, account: string): void {
  const owner = ownerOfKept(cookies);
  if (owner !== null && owner !== accountMark(account)) dropKept(cookies);
}
