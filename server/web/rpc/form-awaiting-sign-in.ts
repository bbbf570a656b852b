/**
 * Form values that a visitor submitted after their session had ended. They are kept, encrypted, until the account that owned the
 * page is signed in again and opens it; no other visitor can read them.
 */
import { type AccessRefusal, signInPath } from '#shared/account/page-access.ts';
import type { Flash } from '#shared/calls/flash.ts';
import type { BrowserRecord, WaitingForm } from '../http/browser-record.ts';
import { leaveFlash } from '../http/flash.ts';
import type { RequestContext } from './handler.ts';
import { isSender } from './sending-page.ts';

const SIGN_IN_PAGE = '/login';

interface TurnedAway {
  readonly refusal: AccessRefusal;
  /** The page of the form, and whether its address is a mailed link. */
  readonly to: string;
  readonly isMailed: boolean;
  /** The flash that the form would leave for that page. */
  readonly flash: Flash;
}

/** Returns the sign-in page, with the reason, for a form whose sender may not submit it. */
export function askToSignIn(context: RequestContext, away: TurnedAway): string {
  const { refusal, to, isMailed } = away;
  // A signed-in account that may not do it is told so by that page itself.
  if (isMailed || refusal === 'not-signed-in') {
    const why = isMailed ? 'signed-out-link' : keepForm(context, away.flash) ? 'signed-out-kept' : 'signed-out';
    const said = { page: SIGN_IN_PAGE, refusal: why, fields: {}, nearest: [], values: {} };
    leaveFlash(context.browser, said);
  }
  return signInPath(refusal, isMailed ? null : to);
}

/** Characters of the longest form that is kept: it leaves room for a flash. */
const LONGEST = 4000;

/** Keeps a form for the account whose page sent it, if that is known and there is room. */
function keepForm({ browser, request }: RequestContext, { page, values }: Flash): boolean {
  const { sender } = request.page;
  if (sender === null) return false;
  const form: WaitingForm = { waitsFor: sender, page, values };
  return JSON.stringify(form).length <= LONGEST && browser.put('form', form);
}

/** Turns the kept form of this page into a flash for the signed-in account. */
export async function giveBackForm({ browser, signIn }: RequestContext, page: string): Promise<Flash | null> {
  const form = browser.get('form');
  if (form?.page !== page) return null;
  const current = await signIn.current();
  if (!current || !isSender(form.waitsFor, current.account)) return null;
  browser.forget('form');
  const flash = { page, values: form.values, refusal: 'signed-in-again', fields: {}, nearest: [] };
  leaveFlash(browser, flash);
  return flash;
}

/** Whether a form of this account is kept here. */
export function hasFormOf(browser: BrowserRecord, account: string): boolean {
  const form = browser.get('form');
  return form !== null && isSender(form.waitsFor, account);
}
