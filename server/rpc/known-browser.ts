import { accountStream, maySignIn } from '#events/account.ts';
import { comparable } from '#shared/comparable.ts';
import { Sealer } from '../http/sealing.ts';
import type { HandlerContext } from './handler.ts';

const COOKIE = 'known';
const PURPOSE = 'known';
const LIFE_SECONDS = 180 * 86_400;

type Asking = Pick<HandlerContext, 'store' | 'cookies' | 'config'>;

function accountIn({ cookies, config }: Pick<Asking, 'cookies' | 'config'>): string | null {
  const sealed = cookies.get(COOKIE);
  return sealed === null ? null : (new Sealer(config.cookieSecret).open(PURPOSE, sealed)?.toString() ?? null);
}

/**
 * Notes in a cookie that this account was signed in here. It signs no account in. Each browser gets another text, which tells nothing
 * of the account.
 */
export function rememberBrowser(context: Pick<Asking, 'cookies' | 'config'>, account: string): void {
  const { cookies, config } = context;
  const before = cookies.get(COOKIE);
  const isKnown = before !== null && accountIn(context) === account;
  const value = isKnown ? before : new Sealer(config.cookieSecret).seal(PURPOSE, Buffer.from(account));
  cookies.set(COOKIE, value, { maxAgeSeconds: LIFE_SECONDS });
}

export function forgetBrowser({ cookies }: Pick<Asking, 'cookies'>): void {
  cookies.delete(COOKIE);
}

/** The account that was signed in here before, or let in by its mail; null for none, and for one that can sign in no more. */
export function knownAccount(asking: Asking): string | null {
  const account = accountIn(asking);
  return account !== null && maySignIn(asking.store.stateOf(accountStream(account))) ? account : null;
}

/** Whether the account of an address was signed in here before. */
export function isKnownFor(asking: Asking, email: string): boolean {
  const account = knownAccount(asking);
  return account !== null && asking.store.credentials.addressRow(comparable(email))?.account === account;
}
