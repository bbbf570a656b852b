import { lstatSync, readlinkSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { RESTORE, StartFailure, demand, startFailureOf, withPath } from './start-failure.ts';

export type SqliteDatabase = Database.Database;
export type SqliteStatement<Parameters extends unknown[] = unknown[], Row = unknown> = Database.Statement<
  Parameters,
  Row
>;

/**
 * Durability of a COMMIT. `truth`: survives a power cut (each commit is fsynced). `copy`: survives the end of the process; can be
 * rebuilt from the truth.
 */
export type Durability = 'truth' | 'copy';

/** How long, in milliseconds, a statement waits for the write lock of another process. It blocks the whole process. */
export const LOCK_PATIENCE_MS = 100;
const LOCK_PATIENCE = `busy_timeout = ${LOCK_PATIENCE_MS}`;

/** A reader waits only for a process that has locked the whole file. */
const READER_PATIENCE = 'busy_timeout = 1000';

/** Opens a SQLite file with the settings of every connection; WAL mode lets others read while one process writes. */
export function openSqlite(file: string, durability: Durability): SqliteDatabase {
  const db = new Database(file);
  try {
    db.pragma('journal_mode = WAL');
    // The library opens WAL files with `synchronous = NORMAL`, which loses acknowledged commits in a power cut.
    db.pragma(`synchronous = ${durability === 'truth' ? 'FULL' : 'OFF'}`);
    db.pragma('foreign_keys = ON');
    db.pragma(LOCK_PATIENCE);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens an existing file for reading. Throws `StartFailure` for an empty one: SQLite would delete its journal. */
export function openSqliteReader(file: string): SqliteDatabase {
  if (statSync(file, { throwIfNoEntry: false })?.size === 0) throw new StartFailure(`${file} is empty. ${RESTORE}`);
  const db = new Database(file, { readonly: true, fileMustExist: true });
  db.pragma(READER_PATIENCE);
  return db;
}

/** Checkpoints and empties the journal of a file. Returns false at once when another process uses the file. */
export function emptyJournal(db: SqliteDatabase): boolean {
  db.pragma('busy_timeout = 0');
  try {
    const [result] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    return result?.busy === 0;
  } finally {
    db.pragma(LOCK_PATIENCE);
  }
}

/**
 * Returns a function that throws the error which a write to the database would throw now; it writes nothing. Taking the write
 * lock alone is no test: it succeeds on a read-only file.
 */
export function writeTrial(db: SqliteDatabase): () => void {
  const version = Number(db.pragma('user_version', { simple: true }));
  return () => {
    try {
      db.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${version}; ROLLBACK`);
    } catch (error) {
      if (db.inTransaction) db.prepare('ROLLBACK').run();
      throw error;
    }
  };
}

/** Whether another process has the write lock of an existing file, so that it cannot be written. */
export function isWriteLocked(file: string): boolean {
  const db = new Database(file, { timeout: 0, fileMustExist: true });
  try {
    writeTrial(db)();
    return false;
  } catch (error) {
    if (isLockedByOther(error)) return true;
    throw error;
  } finally {
    db.close();
  }
}

const MADE_AGAIN = 'Move it away: it is made again.';

/** What SQLite opens beside a database, and what to do about one that is no file: the database itself is whole. */
const BESIDE: readonly (readonly [suffix: string, advice: string])[] = [
  ['-wal', 'Put the newest one in its place: it has the last changes.'],
  ['-shm', MADE_AGAIN],
  ['-journal', MADE_AGAIN],
];

/** Refuses a symbolic link: SQLite puts its journal beside the target, where this program would not look for it. */
function demandNoLink(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new StartFailure(
    `${path} is a link to ${readlinkSync(path)}. Move that file here in its place, with its -wal file if there is one. Only the whole folder may be a link.`,
  );
}

/**
 * Opens a database that the start depends on. Throws `StartFailure`, with the reason and this advice. When the disk accepts no
 * writes, throws SQLite's or the system's own error, with the file as its `path`.
 */
export function openForStart<Opened>(file: string, advice: string, open: () => Opened): Opened {
  for (const [suffix, remedy] of [['', advice] as const, ...BESIDE]) {
    demand('file', file + suffix, remedy);
    demandNoLink(file + suffix);
  }
  try {
    return open();
  } catch (error) {
    if (isRefusedAtStart(error)) throw withPath(error, file);
    throw startFailureOf(error, file, advice) ?? error;
  }
}

/** SQLite's error codes for a file that another process has locked; the second is thrown after 10 s of attempts to read. */
const LOCKED = /^SQLITE_(?:BUSY|PROTOCOL)/;

/** Whether another process has locked a file. */
export function isLockedByOther(error: unknown): boolean {
  return LOCKED.test(sqliteCode(error) ?? '');
}

/** SQLite's error codes for a disk that accepts no writes now but may later: it is full, or mounted read-only. */
const TAKES_NOTHING = /^SQLITE_(FULL|READONLY|IOERR_WRITE)/;

/**
 * Whether a write failed only for now: the disk accepts no writes, or another process has locked the file. What was written
 * before can still be read.
 */
export function isRefusedAtPresent(error: unknown): boolean {
  return TAKES_NOTHING.test(sqliteCode(error) ?? '') || isLockedByOther(error);
}

/** Further codes at a start, when files do not exist yet: shared memory, a lock, a folder. */
const NOT_MADE = /^SQLITE_(CANTOPEN|IOERR_SHM|IOERR_LOCK)|^E(?:NOSPC|DQUOT|FBIG|ROFS|ACCES|PERM)$/;

/** Whether a start failed only because nothing can be written at present. */
export function isRefusedAtStart(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return isRefusedAtPresent(error) || (typeof code === 'string' && NOT_MADE.test(code));
}

/** Whether SQLite read a damaged page. */
export function isCorrupt(error: unknown): boolean {
  return /^SQLITE_(?:CORRUPT|NOTADB)/.test(sqliteCode(error) ?? '');
}

/** SQLite's error codes for a disk that cannot be relied on: only a restart shows what it contains. */
const BROKEN = /^SQLITE_(IOERR(?!_WRITE)|CORRUPT|NOTADB)/;

/** Whether a disk failed, or returned data that was never written to it. */
export function isBroken(error: unknown): boolean {
  return BROKEN.test(sqliteCode(error) ?? '');
}

/** The code of an SQLite error (`SQLITE_FULL`, `SQLITE_IOERR_FSYNC`, ...); null for any other error. */
export function sqliteCode(error: unknown): string | null {
  return error instanceof Database.SqliteError ? error.code : null;
}
