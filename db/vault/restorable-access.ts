import { LRUCache } from 'lru-cache';
import type { SqliteDatabase } from '../disk/sqlite.ts';

/** Restores an account's access, for example when the log refuses the event. */
export type Undo = () => void;

/** Sign-in sessions, and the tokens of mailed links. */
const TABLES = ['sign_ins', 'link_tokens'] as const;
export type Access = (typeof TABLES)[number];

/** Removals that can still be undone. An older one is not undone: then the account has to sign in again. */
const MOST_REMOVALS = 1000;

/** Rows of accounts that are removed and may have to be restored. */
export class RestorableAccess {
  readonly #db: SqliteDatabase;
  /** The latest removal, by table and account. */
  readonly #latest = new LRUCache<string, symbol>({ max: MOST_REMOVALS });

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  /**
   * Copies these rows of an account; call it before rows of the account are removed. Returns a function that restores them, but
   * none of a table of which another removal followed: that one stands.
   */
  removing(account: string, tables: readonly Access[] = TABLES): Undo {
    const removal = Symbol('removal');
    const removed = tables.map((table) => {
      const key = `${table} ${account}`;
      this.#latest.set(key, removal);
      const rows = this.#db.prepare<[string], Record<string, unknown>>(`SELECT * FROM ${table} WHERE account = ?`);
      return { table, key, rows: rows.all(account) };
    });
    return () => {
      for (const { table, key, rows } of removed) {
        if (this.#latest.get(key) !== removal) continue;
        for (const row of rows) {
          const columns = Object.keys(row);
          const places = columns.map((column) => `@${column}`);
          this.#db
            .prepare(`INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`)
            .run(row);
        }
      }
    };
  }
}
