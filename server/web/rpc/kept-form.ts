/**
 * What a visitor typed into a form after their session had ended elsewhere. It waits, sealed, until the account whose page that was
 * is signed in again and opens the page; no other visitor is given it.
 */
import { type AccessRefusal, signInPath } from '#shared/access.ts';
import type { Flash } from '#shared/flash.ts';
import { accountMark, isAccountMark } from './account-mark.ts';
import type { BrowserRecord, WaitingForm } from '../http/browser-record.ts';
import { leaveFlash } from '../http/flash.ts';
import type { RequestContext } from './handler.ts';

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
export function askToSignIn(context: RequestContext, away: TurnedAway): string {
  const { refusal, to, isMailed } = away;
  // An account that is signed in and may not do it is told so by that page itself.
  if (isMailed || refusal === 'not-signed-in') {
    const why = isMailed ? 'signed-out-link' : keepForm(context, away.flash) ? 'signed-out-kept' : 'signed-out';
    const said = { page: SIGN_IN_PAGE, refusal: why, fields: {}, nearest: [], values: {} };
    leaveFlash(context.browser, said);
  }
  return signInPath(refusal, isMailed ? null : to);
}

/** Characters of the longest form that waits: it leaves room for a flash. */
const LONGEST = 4000;

/** Keeps a form for the account whose page it stood on, when it said which, and there is room. */
function keepForm({ browser, request }: RequestContext, { page, values }: Flash): boolean {
  const { pageOwner: owner } = request;
  if (owner === null || !isAccountMark(owner)) return false;
  const form: WaitingForm = { owner, page, values };
  return JSON.stringify(form).length <= LONGEST && browser.put('form', form);
}

/** The form of this page that waited for the account that is signed in, which has it from now on as a flash. */
export function giveBackForm({ browser, signIn }: RequestContext, page: string): Flash | null {
  const form = browser.get('form');
  if (form?.page !== page || !signIn.current || accountMark(signIn.current.account) !== form.owner) return null;
  browser.forget('form');
  const flash = { page, values: form.values, refusal: 'signed-in-again', fields: {}, nearest: [] };
  leaveFlash(browser, flash);
  return flash;
}

/** Whether a form waits here for this account. */
export function hasFormOf(browser: BrowserRecord, account: string): boolean {
  return browser.get('form')?.owner === accountMark(account);
}
