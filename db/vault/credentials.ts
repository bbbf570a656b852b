import { hash } from 'node:crypto';
import { type Access, type Undo, keepAccess } from './kept-access.ts';
import type { SqliteDatabase } from '../disk/sqlite.ts';

/** A sign-in session as it is kept. Instants are milliseconds. */
export interface SignInRow {
  /** Public: names the session to its owner. */
  readonly id: string;
  readonly account: string;
  readonly device: string;
  readonly signed_in_at: number;
  /** The account's sign-in before this one. */
  readonly previous_at: number | null;
  readonly seen_at: number;
  readonly expires_at: number;
}

/** What the link of a mail is for. */
export type LinkPurpose = 'verify' | 'reset' | 'change-new' | 'change-old' | 'known-browser';

export interface LinkRow {
  readonly account: string;
  readonly purpose: LinkPurpose;
  /** What of the account it is about, when that is not the account itself. */
  readonly subject: string | null;
  readonly expires_at: number;
}

export interface AddressRow {
  readonly account: string;
  /** 1 once the log has it. */
  readonly settled: 0 | 1;
}

/** Tokens are kept only as this: a stolen file signs nobody in. */
function digest(token: string): string {
  return hash('sha256', token);
}

/** Sign-in sessions that an account can have at once. */
export const MOST_SIGN_INS = 50;

const SIGN_IN = 'id, account, device, signed_in_at, previous_at, seen_at, expires_at';

/** The part of the vault that says who may sign in: addresses, password hashes, sign-in sessions, tokens of mailed links. */
export class Credentials {
  readonly #db: SqliteDatabase;
  readonly #addressRow;
  readonly #claim;
  readonly #password;
  readonly #signIn;

  constructor(db: SqliteDatabase) {
    this.#db = db;
    this.#addressRow = db.prepare<[string], AddressRow>('SELECT account, settled FROM addresses WHERE address = ?');
    this.#claim = db.prepare<[string, string]>(
      'INSERT OR REPLACE INTO addresses (address, account, settled) VALUES (?, ?, 0)',
    );
    this.#password = db.prepare<[string], string>('SELECT hash FROM passwords WHERE account = ?').pluck();
    this.#signIn = db.prepare<[string], SignInRow>(`SELECT ${SIGN_IN} FROM sign_ins WHERE token = ?`);
  }

  #run(sql: string, ...values: (string | number | null)[]): number {
    return this.#db.prepare(sql).run(...values).changes;
  }

  #together<Result>(steps: () => Result): Result {
    return this.#db.transaction(steps).immediate();
  }

  /** Who has an address, in the form that addresses are compared in. */
  addressRow(address: string): AddressRow | undefined {
    return this.#addressRow.get(address);
  }

  /** Gives an address to an account, from the account that had it; with it a password hash when the account is new. */
  claimAddress(address: string, account: string, passwordHash: string | null = null): void {
    this.#together(() => {
      this.#claim.run(address, account);
      if (passwordHash !== null) this.#setPassword(account, passwordHash);
    });
  }

  /** Takes a claim back that came to nothing. */
  releaseAddress(address: string, account: string): void {
    this.#run('DELETE FROM addresses WHERE address = ? AND account = ? AND settled = 0', address, account);
  }

  /** Makes a claim final: this is the account's one address. */
  settleAddress(address: string, account: string): void {
    this.#together(() => {
      this.#run('UPDATE addresses SET settled = 1 WHERE address = ? AND account = ?', address, account);
      // A claim under way to another address is not to be lost.
      this.#run('DELETE FROM addresses WHERE account = ? AND address <> ? AND settled = 1', account, address);
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

  /** The same password, hashed as passwords are today. Does nothing when it is another by now. */
  upgradePassword(account: string, from: string, to: string): void {
    this.#run('UPDATE passwords SET hash = ? WHERE account = ? AND hash = ?', to, account, from);
  }

  /**
   * Sets a new password in place of this one: every sign-in session and every mailed link of the account ends. Does nothing and
   * answers null when it is another by now.
   */
  changePassword(account: string, { from, to }: { readonly from: string; readonly to: string }): Undo | null {
    return this.#together(() => {
      if (this.passwordHash(account) !== from) return null;
      const undo = this.#undo(account, { from, to });
      this.#setPassword(account, to);
      this.#endAll(account);
      return undo;
    });
  }

  /** Uses a reset link: once, and with the same end of all that was. Answers whose, or null when it has ended. */
  resetPassword(token: string, to: string, now: number): { readonly account: string; readonly undo: Undo } | null {
    return this.#together(() => {
      const link = this.link(token, now);
      if (link?.purpose !== 'reset') return null;
      const { account } = link;
      const undo = this.changePassword(account, { from: this.passwordHash(account) ?? '', to });
      return undo && { account, undo };
    });
  }

  /** How to go back to the password and the access of now. */
  #undo(
    account: string,
    { from, to }: { readonly from: string; readonly to: string },
    tables?: readonly Access[],
  ): Undo {
    const giveBack = keepAccess(this.#db, account, tables);
    return () =>
      this.#together(() => {
        if (this.passwordHash(account) !== to) return;
        this.#setPassword(account, from);
        giveBack();
      });
  }

  #endAll(account: string): void {
    this.endSignIns(account);
    this.dropLinks(account);
  }

  /** Remembers a sign-in by its token. Those that have run out go at the same time, and of too many the longest unused. */
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

  /** The sign-in session of a token that has not run out. */
  signIn(token: string, now: number): SignInRow | null {
    const row = this.#signIn.get(digest(token));
    return row && row.expires_at > now ? row : null;
  }

  /** An account's sign-in sessions, newest first. */
  signIns(account: string, now: number): SignInRow[] {
    const sql = `SELECT ${SIGN_IN} FROM sign_ins WHERE account = ? AND expires_at > ? ORDER BY signed_in_at DESC, id DESC`;
    return this.#db.prepare<[string, number], SignInRow>(sql).all(account, now);
  }

  prolongSignIn(id: string, now: number, expiresAt: number): void {
    this.#run('UPDATE sign_ins SET seen_at = ?, expires_at = ? WHERE id = ?', now, expiresAt, id);
  }

  /** Gives a sign-in session another token: the old one is worth nothing any more. */
  renewSignIn(id: string, token: string): void {
    this.#run('UPDATE sign_ins SET token = ? WHERE id = ?', digest(token), id);
  }

  /** Ends one sign-in session of an account. Answers whether there was one. */
  endSignIn(account: string, id: string): boolean {
    return this.#run('DELETE FROM sign_ins WHERE account = ? AND id = ?', account, id) > 0;
  }

  /** Ends an account's sign-in sessions, but for one if given. */
  endSignIns(account: string, but = ''): Undo {
    return this.#together(() => {
      // Without its links: one that is used meanwhile must not come back.
      const giveBack = keepAccess(this.#db, account, ['sign_ins']);
      this.#run('DELETE FROM sign_ins WHERE account = ? AND id <> ?', account, but);
      return () => this.#together(giveBack);
    });
  }

  /** Remembers the token of a mailed link. Those that have run out go at the same time. */
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

  /** What a token is for, as long as it holds. */
  link(token: string, now: number): LinkRow | null {
    const sql = 'SELECT account, purpose, subject, expires_at FROM link_tokens WHERE token = ?';
    const row = this.#db.prepare<[string], LinkRow>(sql).get(digest(token));
    return row && row.expires_at > now ? row : null;
  }

  /** Uses a token up, and with it every other of the account's for the same. Answers null when it was not there any more. */
  useLink(token: string, now: number): Undo | null {
    return this.#together(() => {
      const link = this.link(token, now);
      const password = link && this.passwordHash(link.account);
      if (!link || password === null) return null;
      // Only links are taken here: a sign-in that is ended meanwhile must not come back.
      const undo = this.#undo(link.account, { from: password, to: password }, ['link_tokens']);
      this.#run(
        'DELETE FROM link_tokens WHERE account = ? AND purpose = ? AND subject IS ?',
        link.account,
        link.purpose,
        link.subject,
      );
      return undo;
    });
  }

  /** Whether a mailed link of an account about this still holds. */
  hasLink(account: string, subject: string, now: number): boolean {
    const sql = 'SELECT 1 FROM link_tokens WHERE account = ? AND subject = ? AND expires_at > ?';
    return this.#db.prepare<[string, string, number], number>(sql).pluck().get(account, subject, now) === 1;
  }

  /** Ends every mailed link of an account. */
  dropLinks(account: string): void {
    this.#run('DELETE FROM link_tokens WHERE account = ?', account);
  }

  /** Removes all there is about an account. */
  forget(account: string): void {
    this.#together(() => {
      this.#endAll(account);
      this.#run('DELETE FROM passwords WHERE account = ?', account);
      this.#run('DELETE FROM addresses WHERE account = ?', account);
    });
  }
}
