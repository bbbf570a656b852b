import { join } from 'node:path';
import Database from 'better-sqlite3';

/** What a row of the log takes without personal data, in bytes. */
const ROW = 'x'.repeat(280);

/**
 * The floor of everything that is stored: rows of 280 bytes, each inserted and committed before the next, by better-sqlite3
 * and nothing of ours. Rows a second.
 */
export function rawLoop(folder: string, forMs: number): number {
  const db = new Database(join(folder, 'raw.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE IF NOT EXISTS rows (position INTEGER PRIMARY KEY, data TEXT NOT NULL) STRICT');
  const insert = db.prepare('INSERT INTO rows (data) VALUES (?)');
  let rows = 0;
  const begin = performance.now();
  while (performance.now() - begin < forMs) {
    insert.run(ROW);
    rows += 1;
  }
  const rate = (rows / (performance.now() - begin)) * 1000;
  db.close();
  return rate;
}
