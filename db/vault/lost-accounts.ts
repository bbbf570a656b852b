import { accountOf } from '#events/account/account.ts';
import type { EventRow } from '../log/event-log.ts';
import type { SqliteDatabase } from '../disk/sqlite.ts';

/** An account whose owner cannot sign in, although no event says that it was deleted. */
export interface LostAccount {
  readonly account: string;
  /** Position of its registration in the log. */
  readonly position: number;
}

/**
 * Checks that every account of the log has an address and a password in the vault, or was deleted by an event. A copy of a vault,
 * taken while it was written, may have the account's keys without these. Must be given the events of the whole log, in order.
 */
export class AccountCheck {
  readonly #vault: SqliteDatabase;
  readonly #registered = new Map<string, number>();
  /** Accounts of the vault before the first event was read: some may be deleted while the log is read. */
  readonly #before: ReadonlySet<string>;

  constructor(vault: SqliteDatabase) {
    this.#vault = vault;
    this.#before = this.#complete();
  }

  take({ type, stream, position }: Pick<EventRow, 'type' | 'stream' | 'position'>): void {
    if (type === 'AccountRegistered') this.#registered.set(accountOf(stream), position);
    if (type === 'AccountDeleted') this.#registered.delete(accountOf(stream));
  }

  /** In log order. Reads the vault's present state. */
  get lost(): LostAccount[] {
    const now = this.#complete();
    return [...this.#registered]
      .filter(([account]) => !now.has(account) && !this.#before.has(account))
      .map(([account, position]) => ({ account, position }));
  }

  #complete(): ReadonlySet<string> {
    const isThere = this.#vault.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'passwords'`).get() !== undefined;
    const both = 'SELECT account FROM passwords INTERSECT SELECT account FROM addresses';
    return new Set(isThere ? this.#vault.prepare<[], string>(both).pluck().all() : []);
  }
}
