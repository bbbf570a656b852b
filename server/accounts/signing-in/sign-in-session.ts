import { randomUUIDv7 } from 'node:crypto';
import {
  type SignInRow,
  endSignIn,
  prolongSignIn,
  renewSignIn,
  signInOf,
  startSignIn,
} from '#db/queries/accounts/accounts.ts';
import { accountStream, maySignIn } from '#events/account/account.ts';
import { isAdmin, rolesStream } from '#events/account/roles.ts';
import { refuse } from '#events/refusal.ts';
import type { Role } from '#shared/account/account.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { type Cookies, LIFE_MS } from '../../web/http/cookies.ts';
import { formToken } from '../../web/rpc/form-token.ts';
import type { AccountDependencies } from '../context.ts';
import { newToken } from './tokens.ts';

const DAY_MS = 86_400_000;
const UNUSED_MS = LIFE_MS.session;
const LONGEST_MS = 30 * DAY_MS;
/** Use extends a session, but is written at most this often. */
const PROLONGED_EVERY_MS = 15 * 60_000;

/** In milliseconds, if it is used now. */
function endOf(signedInAt: number, now: number): number {
  return Math.min(now + UNUSED_MS, signedInAt + LONGEST_MS);
}

export interface SignedIn {
  readonly account: string;
  readonly role: Role;
  readonly signIn: SignInRow;
  readonly formToken: string;
}

interface Options {
  readonly device: () => string;
  readonly isUse?: boolean;
}

/** Looked up on first use. Rights are read from the log each time, so a demoted or disabled account loses them at once. */
export class BrowserSignInSession {
  readonly #dependencies: Pick<AccountDependencies, 'store' | 'clock'>;
  readonly #cookies: Cookies;
  readonly #device: () => string;
  readonly #isUse: boolean;
  #known: Promise<SignedIn | null> | null = null;

  /** Reading the session extends it, unless `isUse` is false: then its cookie would be sent with no response. */
  constructor(
    dependencies: Pick<AccountDependencies, 'store' | 'clock'>,
    cookies: Cookies,
    { device, isUse = true }: Options,
  ) {
    this.#dependencies = dependencies;
    this.#cookies = cookies;
    this.#device = device;
    this.#isUse = isUse;
  }

  get isSent(): boolean {
    return this.#cookies.wasSent('session');
  }

  current(): Promise<SignedIn | null> {
    return (this.#known ??= this.#read());
  }

  /** Reads the account again, for responses that take long. */
  async stillHolds(): Promise<boolean> {
    const before = await this.current();
    const now = await this.#lookUp(this.#cookies.get('session'));
    return before !== null && now?.account === before.account && now.role === before.role;
  }

  /**
   * Does nothing for a deleted or disabled account. Throws `Rejected` `wrong-credentials` if `phc` is no longer its password's
   * hash.
   */
  async start(account: string, phc: string | null = null): Promise<void> {
    const { store, clock } = this.#dependencies;
    const before = await this.current();
    const now = clock.now();
    const token = newToken();
    const endsAt = endOf(now, now);
    const row = { id: randomUUIDv7(), account, device: this.#device(), signed_in_at: now, expires_at: endsAt };
    try {
      await store.change({
        streams: { account: accountStream(account) },
        decide: (states) => (maySignIn(states.account) ? {} : refuse('cannot-sign-in')),
        writes: () => [
          ...(before ? [endSignIn(store.db, before.account, before.signIn.id)] : []),
          ...startSignIn(store.db, token, row, phc),
        ],
        cause: { correlation: row.id },
      });
    } catch (error) {
      if (!(error instanceof Rejected) || (error.refusal === 'wrong-credentials' && phc !== null)) throw error;
      return this.signOut();
    }
    this.#cookies.set('session', token, endsAt);
    this.#known = null;
  }

  /** After a change of the account's rights. Does not extend the session. */
  async renew(): Promise<void> {
    const current = await this.current();
    if (!current) return;
    const { store } = this.#dependencies;
    const token = newToken();
    await store.write([renewSignIn(store.db, current.signIn.id, token)]);
    this.#known = this.#lookUp(token);
    const renewed = await this.#known;
    if (renewed) this.#cookies.set('session', token, renewed.signIn.expires_at);
  }

  async signOut(): Promise<void> {
    const { store } = this.#dependencies;
    const current = await this.current();
    if (current) await store.write([endSignIn(store.db, current.account, current.signIn.id)]);
    this.#cookies.delete('session');
    this.#known = Promise.resolve(null);
  }

  async #lookUp(token: string | null): Promise<SignedIn | null> {
    const { store, clock } = this.#dependencies;
    const now = clock.now();
    const signIn = token === null ? null : await signInOf(store.db, token, now);
    if (!signIn || now >= signIn.signed_in_at + LONGEST_MS) return null;
    if (!maySignIn(await store.stateOf(accountStream(signIn.account)))) return null;
    const { account } = signIn;
    const role = isAdmin(await store.stateOf(rolesStream), account) ? 'admin' : 'user';
    return { account, role, signIn, formToken: formToken(account) };
  }

  async #read(): Promise<SignedIn | null> {
    const token = this.#cookies.get('session');
    const found = await this.#lookUp(token);
    if (token !== null && found && this.#isUse) await this.#prolong(token, found.signIn);
    if (token !== null && !found) this.#cookies.delete('session');
    return found;
  }

  async #prolong(token: string, { id, seen_at, signed_in_at }: SignInRow): Promise<void> {
    const { store, clock } = this.#dependencies;
    const now = clock.now();
    if (now - seen_at < PROLONGED_EVERY_MS) return;
    try {
      const endsAt = endOf(signed_in_at, now);
      await store.write([prolongSignIn(store.db, id, now, endsAt)]);
      this.#cookies.set('session', token, endsAt);
    } catch {
      // A disk that accepts no writes is reported where a write is required. Reading continues.
    }
  }
}

/** By a substring of `User-Agent`. The first match wins, so browsers that imitate others come first. */
const BROWSERS = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** `Firefox on Windows` */
export function deviceOf(userAgent: string): string {
  const text = userAgent.slice(0, 500);
  const [, browser] = BROWSERS.find(([mark]) => mark.test(text)) ?? [];
  const [, system] = SYSTEMS.find(([mark]) => mark.test(text)) ?? [];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
