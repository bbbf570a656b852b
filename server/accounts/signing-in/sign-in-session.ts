import { randomUUIDv7 } from 'node:crypto';
import {
  type SignInRow,
  endSignIn,
  prolongSignIn,
  renewSignIn,
  signInOf,
  startSignIn,
} from '#db/queries/accounts/sign-ins.ts';
import { accountStream, maySignIn } from '#events/account/account.ts';
import { isAdmin, rolesStream } from '#events/account/roles.ts';
import { refuse } from '#events/refusal.ts';
import type { Role } from '#shared/account/account.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { type Cookies, LIFE_MS } from '../../web/http/cookies.ts';
import { formToken } from '../../web/rpc/form-token.ts';
import type { AccountDependencies } from '../dependencies.ts';
import { newToken } from './tokens.ts';

const DAY_MS = 86_400_000;
/** An unused sign-in session ends after this time, as its cookie. */
const UNUSED_MS = LIFE_MS.session;
/** A sign-in session ends this long after signing in, even when used. */
const LONGEST_MS = 30 * DAY_MS;
/** Use extends a sign-in session, but it is written at most this often. */
const PROLONGED_EVERY_MS = 15 * 60_000;

/** When a session that is used now ends, in milliseconds. */
function endOf(signedInAt: number, now: number): number {
  return Math.min(now + UNUSED_MS, signedInAt + LONGEST_MS);
}

/** Facts of a request that are stored with a sign-in session. */
export interface SignedIn {
  readonly account: string;
  readonly role: Role;
  readonly signIn: SignInRow;
  /** The token of the account's pages. */
  readonly formToken: string;
}

interface Options {
  /** The visitor's browser, in words. */
  readonly device: () => string;
  readonly isUse?: boolean;
}

/**
 * The sign-in session of one request, looked up on first use. The account's rights are read from the log's current state each
 * time, so a demoted or disabled account loses them with its next request.
 */
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

  /** Whether the request carries a sign-in cookie: its response must not be cached for others. */
  get isSent(): boolean {
    return this.#cookies.wasSent('session');
  }

  /** The account that is signed in; null for none. */
  current(): Promise<SignedIn | null> {
    return (this.#known ??= this.#read());
  }

  /** Whether the session is still valid now, however long ago `current` was read: for responses that take their time. */
  async stillHolds(): Promise<boolean> {
    const before = await this.current();
    const now = await this.#lookUp(this.#cookies.get('session'));
    return before !== null && now?.account === before.account && now.role === before.role;
  }

  /**
   * Signs an account in under a new token; an account that was signed in here before is signed out. If the account was deleted or
   * disabled meanwhile, no account is signed in afterwards. `phc` is the hash of the password that was sent: throws `Rejected` with
   * `wrong-credentials` when it is another by now.
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
      return this.end();
    }
    this.#cookies.set('session', token, endsAt);
    this.#known = null;
  }

  /** Gives the session a new token, for example when its rights change. This does not extend it. */
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

  /** Signs out. */
  async end(): Promise<void> {
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
