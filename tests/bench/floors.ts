import { join } from 'node:path';
import Database from 'better-sqlite3';
import { withFolder } from './builds.ts';

/** What a row of the log takes without personal data, in bytes. */
const ROW = 'x'.repeat(280);

/**
 * The floor of everything that is stored: rows of 280 bytes, each inserted and committed before the next, by better-sqlite3
 * and nothing of ours. Milliseconds for each.
 */
export function rawCommitMs(forMs: number): Promise<number> {
  return withFolder((folder) => {
    const db = new Database(join(folder, 'raw.db'));
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.exec('CREATE TABLE rows (position INTEGER PRIMARY KEY, data TEXT NOT NULL) STRICT');
    const insert = db.prepare('INSERT INTO rows (data) VALUES (?)');
    let rows = 0;
    const begin = performance.now();
    for (; performance.now() - begin < forMs; rows++) insert.run(ROW);
    const eachMs = (performance.now() - begin) / rows;
    db.close();
    return eachMs;
  });
}
