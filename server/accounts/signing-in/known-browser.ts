import { accountWithAddress, passwordHash } from '#db/queries/accounts/passwords.ts';
import { accountStream, maySignIn } from '#events/account/account.ts';
import { comparable } from '#shared/normalize-text.ts';
import { Sealer } from '../../web/http/sealing.ts';
import type { AccountContext } from '../context.ts';

const COOKIE = 'known';
const PURPOSE = 'known';
const LIFE_SECONDS = 180 * 86_400;

type Asking = Pick<AccountContext, 'store' | 'cookies' | 'config'>;

/** The content of the cookie. */
interface Known {
  readonly account: string;
  /** Derived from the account's password: a new password invalidates the cookie in all other browsers. */
  readonly password: string;
  /**
   * Id of the mailed link that made the browser known, which gives it tries of its own. Empty for a browser in which the account
   * signed in.
   */
  readonly link: string;
}

function knownIn({ cookies, config }: Asking): Known | null {
  const sealed = cookies.get(COOKIE);
  const text = sealed === null ? undefined : new Sealer(config.cookieSecret).open(PURPOSE, sealed)?.toString();
  const [account, password, link] = text?.split(' ') ?? [];
  return account === undefined || password === undefined || link === undefined ? null : { account, password, link };
}

function digestOf({ config }: Pick<Asking, 'config'>, value: string): string {
  return new Sealer(config.cookieSecret).digest(PURPOSE, value).toString('base64url', 0, 12);
}

async function passwordOf(asking: Asking, account: string): Promise<string> {
  return digestOf(asking, (await passwordHash(asking.store.db, account)) ?? '');
}

/**
 * Sets a cookie that says that this account was signed in here, or that a link of its mail was opened here (`token`). It signs in
 * no account. Its text differs in each browser and reveals nothing about the account.
 */
export async function rememberBrowser(asking: Asking, account: string, token?: string): Promise<void> {
  const { cookies, config } = asking;
  const before = cookies.get(COOKIE);
  const isKnown = before !== null && token === undefined && (await known(asking))?.account === account;
  const link = token === undefined ? '' : digestOf(asking, token);
  const text = `${account} ${await passwordOf(asking, account)} ${link}`;
  const value = isKnown ? before : new Sealer(config.cookieSecret).seal(PURPOSE, Buffer.from(text));
  cookies.set(COOKIE, value, { maxAgeSeconds: LIFE_SECONDS });
}

export function forgetBrowser({ cookies }: Pick<Asking, 'cookies'>): void {
  cookies.delete(COOKIE);
}

async function known(asking: Asking): Promise<Known | null> {
  const found = knownIn(asking);
  if (found === null || !maySignIn(await asking.store.stateOf(accountStream(found.account)))) return null;
  return found.password === (await passwordOf(asking, found.account)) ? found : null;
}

/** The account that was signed in here under its present password, or whose mailed link was opened here; null for none. */
export async function knownAccount(asking: Asking): Promise<string | null> {
  return (await known(asking))?.account ?? null;
}

/**
 * Key by which the tries of a known browser are counted: one for all browsers of an account, except those made known by a mailed
 * link.
 */
export async function knownTries(asking: Asking): Promise<string | null> {
  const found = await known(asking);
  return found === null ? null : `${found.account} ${found.link}`;
}

/** Whether the account of an address was signed in here before. */
export async function isKnownFor(asking: Asking, email: string): Promise<boolean> {
  const account = await knownAccount(asking);
  return account !== null && (await accountWithAddress(asking.store.db, comparable(email))) === account;
}
