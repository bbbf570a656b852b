import { accountStream, maySignIn } from '#events/account.ts';
import { comparable } from '#shared/comparable.ts';
import { newToken } from '../accounts/tokens.ts';
import type { Cookies } from '../http/cookies.ts';
import type { HandlerContext } from './handler.ts';

const COOKIE = 'known';
const LIFE_SECONDS = 180 * 86_400;
/** `<account>.<browser>`: each browser of an account has tries of its own. */
const KNOWN = /^([\w-]{1,64})\.\w+$/;

type Asking = Pick<HandlerContext, 'store' | 'cookies'>;

function accountIn(cookie: string | null): string | null {
  return KNOWN.exec(cookie ?? '')?.[1] ?? null;
}

/** Notes in a signed cookie that this account was signed in here. It signs no account in. */
export function rememberBrowser(cookies: Cookies, account: string): void {
  const before = cookies.get(COOKIE);
  const isKnown = before !== null && accountIn(before) === account;
  cookies.set(COOKIE, isKnown ? before : `${account}.${newToken()}`, { maxAgeSeconds: LIFE_SECONDS });
}

export function forgetBrowser(cookies: Cookies): void {
  cookies.delete(COOKIE);
}

/** The account that was signed in here before; null for none, and for one that can sign in no more. */
export function knownAccount({ store, cookies }: Asking): string | null {
  const account = accountIn(cookies.get(COOKIE));
  return account !== null && maySignIn(store.stateOf(accountStream(account))) ? account : null;
}

/** This browser's own name in the account's cookie; null for none. */
export function knownBrowser(asking: Asking): string | null {
  return knownAccount(asking) === null ? null : asking.cookies.get(COOKIE);
}

/** Whether the account of an address was signed in here before. */
export function isKnownFor(asking: Asking, email: string): boolean {
  const account = knownAccount(asking);
  return account !== null && asking.store.credentials.addressRow(comparable(email))?.account === account;
}
