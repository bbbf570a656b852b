import { hash } from 'node:crypto';
import { Rejected } from '#shared/calls/refusals.ts';
import type { SqliteDatabase, SqliteStatement } from '../disk/sqlite.ts';
import type { AddressRow, LinkRow, SignInRow } from './credential-rows.ts';
import { type LinkEnd, type LinkPurpose, isLinkValid, isSignInValid } from './validity.ts';

/** Hash of a token; tokens are stored only as this, so that a stolen file signs no visitor in. */
function digest(token: string): string {
  return hash('sha256', token);
}

/** Most sign-in sessions of an account at once. */
export const MOST_SIGN_INS = 50;

const SIGN_IN = 'id, account, device, signed_in_at, previous_at, seen_at, expires_at';

/** The part of the vault that sign-in reads: addresses, password hashes, sign-in sessions, tokens of mailed links. */
export class Credentials {
  readonly #db: SqliteDatabase;
  readonly #addressRow;
  readonly #password;
  readonly #signIn;
  /** Further statements, each prepared on first use. */
  readonly #statements = new Map<string, SqliteStatement<(string | number | null)[]>>();

  constructor(db: SqliteDatabase) {
    this.#db = db;
    this.#addressRow = db.prepare<[string], AddressRow>('SELECT account FROM addresses WHERE address = ?');
    this.#password = db.prepare<[string], string>('SELECT hash FROM passwords WHERE account = ?').pluck();
    this.#signIn = db.prepare<[string], SignInRow>(`SELECT ${SIGN_IN} FROM sign_ins WHERE token = ?`);
  }

  #run(sql: string, ...values: (string | number | null)[]): number {
    const statement = this.#statements.get(sql) ?? this.#db.prepare<(string | number | null)[]>(sql);
    this.#statements.set(sql, statement);
    return statement.run(...values).changes;
  }

  #together<Result>(steps: () => Result): Result {
    return this.#db.transaction(steps).immediate();
  }

  /** The account that has an address, in comparable form. */
  addressRow(address: string): AddressRow | undefined {
    return this.#addressRow.get(address);
  }

  /**
   * Gives an account this address, as its only one; also stores the password hash of a new account. Throws `Rejected` with
   * `address-taken` when another account has the address.
   */
  claimAddress(address: string, account: string, passwordHash: string | null = null): void {
    const owner = this.addressRow(address)?.account ?? account;
    if (owner !== account) throw new Rejected('address-taken');
    this.#together(() => {
      this.#run('DELETE FROM addresses WHERE account = ?', account);
      this.#run('INSERT INTO addresses (address, account) VALUES (?, ?)', address, account);
      if (passwordHash !== null) this.#setPassword(account, passwordHash);
    });
  }

  passwordHash(account: string): string | null {
    return this.#password.get(account) ?? null;
  }

  #setPassword(account: string, passwordHash: string): void {
    this.#run(
      'INSERT INTO passwords (account, hash) VALUES (?, ?) ON CONFLICT (account) DO UPDATE SET hash = excluded.hash',
      account,
      passwordHash,
    );
  }

  /**
   * Replaces the hash of the same password with one in the current format. Does nothing when the password has changed meanwhile.
   */
  upgradePassword(account: string, from: string, to: string): void {
    this.#run('UPDATE passwords SET hash = ? WHERE account = ? AND hash = ?', to, account, from);
  }

  /**
   * Replaces this password; every sign-in session and every mailed link of the account ends. Does nothing and returns false when
   * the password has changed meanwhile.
   */
  changePassword(account: string, { from, to }: { readonly from: string; readonly to: string }): boolean {
    return this.#together(() => {
      if (this.passwordHash(account) !== from) return false;
      this.#setPassword(account, to);
      this.#endAll(account);
      return true;
    });
  }

  /**
   * Uses a reset link, once; it ends all sign-in sessions and links, as `changePassword` does. Throws `Rejected` with `link-ended`
   * when the link is no longer valid.
   */
  resetPassword(token: string, to: string, now: number): void {
    const link = this.link(token, now);
    const from = link?.purpose === 'reset' ? this.passwordHash(link.account) : null;
    if (!link || from === null) throw new Rejected('link-ended');
    this.changePassword(link.account, { from, to });
  }

  #endAll(account: string): void {
    this.#run('DELETE FROM sign_ins WHERE account = ?', account);
    this.#run('DELETE FROM link_tokens WHERE account = ?', account);
  }

  /** Stores a sign-in session by its token. Also removes expired sessions and, above the limit, the longest unused ones. */
  startSignIn(token: string, row: Omit<SignInRow, 'previous_at' | 'seen_at'>): void {
    const { id, account, device, signed_in_at: now, expires_at } = row;
    this.#together(() => {
      this.#run('DELETE FROM sign_ins WHERE expires_at <= ?', now);
      const previous = this.#db
        .prepare<[string], number | null>('SELECT signed_in_at FROM passwords WHERE account = ?')
        .pluck()
        .get(account);
      const values = [digest(token), id, account, device, now, previous ?? null, now, expires_at];
      this.#run(`INSERT INTO sign_ins (token, ${SIGN_IN}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, ...values);
      this.#run(
        `DELETE FROM sign_ins WHERE account = ? AND id NOT IN
           (SELECT id FROM sign_ins WHERE account = ? ORDER BY seen_at DESC, id DESC LIMIT ${MOST_SIGN_INS})`,
        account,
        account,
      );
      this.#run('UPDATE passwords SET signed_in_at = ? WHERE account = ?', now, account);
    });
  }

  /** The valid sign-in session of a token. */
  signIn(token: string, now: number): SignInRow | null {
    const row = this.#signIn.get(digest(token));
    return row && isSignInValid(row, now) ? row : null;
  }

  /** An account's valid sign-in sessions, newest first. */
  signIns(account: string, now: number): SignInRow[] {
    const sql = `SELECT ${SIGN_IN} FROM sign_ins WHERE account = ? ORDER BY signed_in_at DESC, id DESC`;
    const rows = this.#db.prepare<[string], SignInRow>(sql).all(account);
    return rows.filter((row) => isSignInValid(row, now));
  }

  prolongSignIn(id: string, now: number, expiresAt: number): void {
    this.#run('UPDATE sign_ins SET seen_at = ?, expires_at = ? WHERE id = ?', now, expiresAt, id);
  }

  /** Gives a sign-in session a new token; the old one becomes invalid. */
  renewSignIn(id: string, token: string): void {
    this.#run('UPDATE sign_ins SET token = ? WHERE id = ?', digest(token), id);
  }

  /** Ends one sign-in session of an account. Returns whether there was one. */
  endSignIn(account: string, id: string): boolean {
    return this.#run('DELETE FROM sign_ins WHERE account = ? AND id = ?', account, id) > 0;
  }

  /** Ends an account's sign-in sessions, except `but`. */
  endSignIns(account: string, but = ''): void {
    this.#run('DELETE FROM sign_ins WHERE account = ? AND id <> ?', account, but);
  }

  /** Stores the token of a link. Also removes expired ones. */
  addLink(token: string, { account, purpose, subject, expires_at }: LinkRow, now: number): void {
    this.#together(() => {
      this.#run('DELETE FROM link_tokens WHERE expires_at <= ?', now);
      this.#run(
        'INSERT INTO link_tokens (token, account, purpose, subject, expires_at) VALUES (?, ?, ?, ?, ?)',
        digest(token),
        account,
        purpose,
        subject,
        expires_at,
      );
    });
  }

  /** Stores the token of a link in place of the account's other links for the same purpose. */
  replaceLink(token: string, link: LinkRow, now: number): void {
    this.#together(() => {
      this.endLink(link.account, link.purpose);
      this.addLink(token, link, now);
    });
  }

  /** The link of a token, while it is valid. */
  link(token: string, now: number): LinkRow | null {
    const sql = 'SELECT account, purpose, subject, expires_at FROM link_tokens WHERE token = ?';
    const row = this.#db.prepare<[string], LinkRow>(sql).get(digest(token));
    return row && isLinkValid(row, now) ? row : null;
  }

  /**
   * Uses a token, and with it all other tokens of the account for the same purpose. Throws `Rejected` with `link-ended` when it is
   * no longer valid.
   */
  useLink(token: string, now: number): void {
    const link = this.link(token, now);
    if (!link || this.passwordHash(link.account) === null) throw new Rejected('link-ended');
    this.#run(
      'DELETE FROM link_tokens WHERE account = ? AND purpose = ? AND subject IS ?',
      link.account,
      link.purpose,
      link.subject,
    );
  }

  /** Whether the account has a valid mailed link about a subject. */
  hasLink(account: string, subject: string, now: number): boolean {
    const sql = 'SELECT purpose, expires_at FROM link_tokens WHERE account = ? AND subject = ?';
    const rows = this.#db.prepare<[string, string], LinkEnd>(sql).all(account, subject);
    return rows.some((row) => isLinkValid(row, now));
  }

  /** The valid link of an account for a purpose that it has one link for. */
  linkOf(account: string, purpose: LinkPurpose, now: number): LinkRow | null {
    const sql = 'SELECT account, purpose, subject, expires_at FROM link_tokens WHERE account = ? AND purpose = ?';
    const row = this.#db.prepare<[string, string], LinkRow>(sql).get(account, purpose);
    return row && isLinkValid(row, now) ? row : null;
  }

  /** Deletes the links of an account for a purpose. */
  endLink(account: string, purpose: LinkPurpose): void {
    this.#run('DELETE FROM link_tokens WHERE account = ? AND purpose = ?', account, purpose);
  }

  /** Deletes every link of an account. */
  dropLinks(account: string): void {
    this.#run('DELETE FROM link_tokens WHERE account = ?', account);
  }

  /** Deletes everything stored about an account. */
  forget(account: string): void {
    this.#together(() => {
      this.#endAll(account);
      this.#run('DELETE FROM passwords WHERE account = ?', account);
      this.#run('DELETE FROM addresses WHERE account = ?', account);
    });
  }
}
