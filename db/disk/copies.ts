import { readFileSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { joinJournal } from './journal-frames.ts';
import type { SqliteDatabase } from './sqlite.ts';

/** Offsets in a database header that say whether it uses a write-ahead log: 2 for yes, 1 for no. */
const JOURNAL_FLAGS = [18, 19];

/**
 * Opens a copy of a database, including its journal, for reading. The original is not touched and may be replaced meanwhile. The
 * copy is in memory, so it leaves no file.
 */
export function openCopy(file: string): SqliteDatabase {
  const db = new Database(bytesOf(file));
  try {
    db.pragma('query_only = ON');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function bytesOf(file: string): Buffer {
  const journal = `${file}-wal`;
  const size = statSync(journal, { throwIfNoEntry: false })?.size ?? 0;
  const bytes = size === 0 ? readFileSync(file) : joinJournal(readFileSync(file), readFileSync(journal));
  for (const flag of JOURNAL_FLAGS) if (bytes[flag] === 2) bytes[flag] = 1;
  return bytes;
}
