import { databaseOf, poolOf, writerOf } from './folder.ts';
import { runSql } from './postgres.ts';
import { quiet } from './quiet.ts';

/** `read-only`: no page can be written. `full`, of SQLite alone: existing pages can be written, but none added. */
export type Refusal = 'read-only' | 'full';

/** Has the database of a folder refuse writes, as a file system or a standby does. Resolves with a function that ends it. */
export async function refuseWrites(folder: string, how: Refusal = 'read-only'): Promise<() => Promise<void>> {
  const url = databaseOf(folder);
  if (url !== null) {
    await setReadOnly(folder, url, 'SET default_transaction_read_only = on');
    return () => setReadOnly(folder, url, 'RESET default_transaction_read_only');
  }
  const db = writerOf(folder);
  const pages = Number(db.pragma('page_count', { simple: true }));
  db.pragma(how === 'read-only' ? 'query_only = ON' : `max_page_count = ${pages}`);
  return async () => void db.pragma(how === 'read-only' ? 'query_only = OFF' : 'max_page_count = 1073741823');
}

async function setReadOnly(folder: string, url: string, change: string): Promise<void> {
  const { pathname } = new URL(url);
  const other = new URL('/postgres', url).href;
  await runSql(other, `ALTER DATABASE ${pathname.slice(1)} ${change}`);
  // New connections have the new setting.
  await quiet();
  const pool = poolOf(folder);
  while (pool.idleCount > 0) (await pool.connect()).release(true);
}
