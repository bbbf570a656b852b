import type { SqliteDatabase } from '../disk/sqlite.ts';

/** Restores an account's access, for example when the log refuses the event. Does nothing once the password has changed again. */
export type Undo = () => void;

/** Sign-in sessions, and the tokens of mailed links. */
const TABLES = ['sign_ins', 'link_tokens'] as const;
export type Access = (typeof TABLES)[number];

/** Copies these rows of an account. Returns a function that restores them. */
export function rememberAccess(db: SqliteDatabase, account: string, tables: readonly Access[] = TABLES): Undo {
  const remembered = tables.map((table) => ({
    table,
    rows: db.prepare<[string], Record<string, unknown>>(`SELECT * FROM ${table} WHERE account = ?`).all(account),
  }));
  return () => {
    for (const { table, rows } of remembered) {
      for (const row of rows) {
        const columns = Object.keys(row);
        const places = columns.map((column) => `@${column}`);
        db.prepare(`INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`).run(row);
      }
    }
  };
}
