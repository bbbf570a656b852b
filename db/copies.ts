import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { SqliteDatabase } from './sqlite.ts';

/** A file system in memory, where there is one: it takes writes when no disk does. */
const MEMORY = '/dev/shm';

/** Where the header of a database says that it has a journal of its own: two bytes, 2 for one and 1 for none. */
const JOURNAL_FLAGS = [18, 19];

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Opens a copy of a database, its journal included, for reading alone. The original is not touched, and may be replaced
 * meanwhile; nothing of the copy outlives the process. `prepare` may change it. A file that is missing is an empty database.
 */
export function openCopy(file: string, prepare: (db: SqliteDatabase) => void): SqliteDatabase {
  if (sizeOf(file) === 0) return forReading(new Database(':memory:'), prepare);
  return sizeOf(`${file}-wal`) === 0 ? copyInMemory(file, prepare) : copyOfFiles(file, prepare);
}

function copyInMemory(file: string, prepare: (db: SqliteDatabase) => void): SqliteDatabase {
  const bytes = readFileSync(file);
  for (const flag of JOURNAL_FLAGS) if (bytes[flag] === 2) bytes[flag] = 1;
  return forReading(new Database(bytes), prepare);
}

/** SQLite alone can join a database and its journal, and only in files; these have no names any more once they are open. */
function copyOfFiles(file: string, prepare: (db: SqliteDatabase) => void): SqliteDatabase {
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'halfday-'));
  try {
    const copy = join(folder, 'copy.db');
    for (const suffix of ['', '-wal']) copyFileSync(file + suffix, copy + suffix);
    return forReading(new Database(copy), prepare);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function forReading(db: SqliteDatabase, prepare: (db: SqliteDatabase) => void): SqliteDatabase {
  try {
    // Reading opens the journal, which may have no name any more a moment later.
    db.prepare('SELECT count(*) FROM sqlite_master').get();
    prepare(db);
    db.pragma('query_only = ON');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
