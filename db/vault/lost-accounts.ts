import { accountOf } from '#events/account.ts';
import type { EventRow } from '../log/event-log.ts';
import type { SqliteDatabase } from '../disk/sqlite.ts';

/** An account whose owner cannot sign in, though no event says that it was deleted. */
export interface LostAccount {
  readonly account: string;
  /** Where the log registers it. */
  readonly position: number;
}

/**
 * Proves that every account of the log has an address and a password in the vault, or was deleted by an event: a copy of a vault that was written
 * to meanwhile may have its keys and lack this. Takes the events of the whole log, in order.
 */
export class AccountCheck {
  readonly #vault: SqliteDatabase;
  readonly #registered = new Map<string, number>();
  /** As the vault was before the first event was taken: accounts may be deleted while the log is read. */
  readonly #before: ReadonlySet<string>;

  constructor(vault: SqliteDatabase) {
    this.#vault = vault;
    this.#before = this.#complete();
  }

  take({ type, stream, position }: Pick<EventRow, 'type' | 'stream' | 'position'>): void {
    if (type === 'AccountRegistered') this.#registered.set(accountOf(stream), position);
    if (type === 'AccountDeleted') this.#registered.delete(accountOf(stream));
  }

  /** In log order. Asks the vault as it is now. */
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
