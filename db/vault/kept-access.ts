import type { SqliteDatabase } from '../disk/sqlite.ts';

/** Takes back what was done to an account, as when the log refuses to note it. Does nothing once the password is another again. */
export type Undo = () => void;

/** Sign-in sessions, and the tokens of mailed links. */
const TABLES = ['sign_ins', 'link_tokens'] as const;
export type Access = (typeof TABLES)[number];

/** What of these an account has now. Answers how to have it back. */
export function keepAccess(db: SqliteDatabase, account: string, tables: readonly Access[] = TABLES): Undo {
  const kept = tables.map((table) => ({
    table,
    rows: db.prepare<[string], Record<string, unknown>>(`SELECT * FROM ${table} WHERE account = ?`).all(account),
  }));
  return () => {
    for (const { table, rows } of kept) {
      for (const row of rows) {
        const columns = Object.keys(row);
        const places = columns.map((column) => `@${column}`);
        db.prepare(`INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`).run(row);
      }
    }
  };
}
