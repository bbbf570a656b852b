import type { SqliteDatabase } from './sqlite.ts';

/** Takes back what was done to an account, as when the log refuses to note it. Does nothing once the password is another again. */
export type Undo = () => void;

const TABLES = ['sign_ins', 'link_tokens'] as const;

/** The sign-in sessions and mailed links that an account has now. Answers how to have them back. */
export function keepAccess(db: SqliteDatabase, account: string): Undo {
  const kept = TABLES.map((table) => ({
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
