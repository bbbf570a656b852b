import { lstatSync, readlinkSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { RESTORE, StartFailure, demand, startFailureOf } from './start-failure.ts';

export type SqliteDatabase = Database.Database;
export type SqliteStatement<Parameters extends unknown[] = unknown[], Row = unknown> = Database.Statement<
  Parameters,
  Row
>;

/**
 * How much a COMMIT promises. `truth` survives a power cut (each commit is flushed to the disk); `copy` survives the end of
 * the process and can be made again from the truth.
 */
export type Durability = 'truth' | 'copy';

/** How long, in milliseconds, a statement waits for the write lock of another process. The whole process waits with it. */
export const LOCK_PATIENCE_MS = 100;
const LOCK_PATIENCE = `busy_timeout = ${LOCK_PATIENCE_MS}`;

/** Reading waits only for a process that keeps the whole file to itself. */
const READER_PATIENCE = 'busy_timeout = 1000';

/** Opens a SQLite file with the settings that every connection of ours needs; WAL lets others read while one writes. */
export function openSqlite(file: string, durability: Durability): SqliteDatabase {
  const db = new Database(file);
  try {
    db.pragma('journal_mode = WAL');
    // The library opens WAL files with NORMAL, which loses acknowledged commits in a power cut.
    db.pragma(`synchronous = ${durability === 'truth' ? 'FULL' : 'OFF'}`);
    db.pragma('foreign_keys = ON');
    db.pragma(LOCK_PATIENCE);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens an existing file to look, never to change. Throws `StartFailure` for an empty one: SQLite would delete its journal. */
export function openSqliteReader(file: string): SqliteDatabase {
  if (statSync(file, { throwIfNoEntry: false })?.size === 0) throw new StartFailure(`${file} is empty. ${RESTORE}`);
  const db = new Database(file, { readonly: true, fileMustExist: true });
  db.pragma(READER_PATIENCE);
  return db;
}

/** Copies the journal of a file into it and empties it. Returns false at once when another process uses the file. */
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
 * Returns a function that throws what a write to the database would throw, and writes nothing. Taking the write
 * lock alone succeeds on a file that may only be read, which SQLite then opened for that.
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

/** Whether another process keeps the write lock of a file that is there, so that nothing could be written to it. */
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

/** What SQLite opens beside a database. */
const BESIDE = ['-wal', '-shm', '-journal'];

/** SQLite keeps what is beside a database beside the file that a link leads to: it would be looked for here in vain. */
function demandNoLink(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new StartFailure(
    `${path} is a link to ${readlinkSync(path)}. Move that file here in its place, with its -wal file if there is one. Only the whole folder may be a link.`,
  );
}

/**
 * Opens a database that the start depends on. Throws `StartFailure`, with what is wrong and this advice; and SQLite's or the
 * system's own error, with the file as its `path`, when the disk takes nothing.
 */
export function openForStart<Opened>(file: string, advice: string, open: () => Opened): Opened {
  for (const suffix of ['', ...BESIDE]) {
    demand('file', file + suffix, advice);
    demandNoLink(file + suffix);
  }
  try {
    return open();
  } catch (error) {
    if (isRefusedAtStart(error)) throw Object.assign(error as Error, { path: file });
    throw startFailureOf(error, file, advice) ?? error;
  }
}

/**
 * Brings a file's tables up to the newest version, one step a version from an empty file on, and refuses a file that a newer
 * program has written. The version is kept in the file itself (`user_version`).
 */
export function migrate(db: SqliteDatabase, steps: readonly string[]): void {
  if (stepsLeft(db, steps).length === 0) return;
  db.transaction(() => {
    // Another process may have taken them meanwhile.
    for (const step of stepsLeft(db, steps)) db.exec(step);
    db.pragma(`user_version = ${steps.length}`);
  }).immediate();
}

function stepsLeft(db: SqliteDatabase, steps: readonly string[]): readonly string[] {
  const found = Number(db.pragma('user_version', { simple: true }));
  const known = steps.length;
  if (found <= known) return steps.slice(found);
  throw new StartFailure(
    `${db.name} was written by a newer version (schema ${found}, known ${known}). Start that one.`,
  );
}

/** SQLite's words for a file that another process keeps to itself; the second after it has tried for 10 s to read from it. */
const LOCKED = /^SQLITE_(?:BUSY|PROTOCOL)/;

/** Whether another process keeps a file's lock. */
export function isLockedByOther(error: unknown): boolean {
  return LOCKED.test(sqliteCode(error) ?? '');
}

/** SQLite's words for a disk that takes nothing now, but may later: it is full, or mounted read-only. */
const TAKES_NOTHING = /^SQLITE_(FULL|READONLY|IOERR_WRITE)/;

/**
 * Whether nothing could be written because the disk takes nothing at present, or another process keeps the file to itself. What was
 * written before can still be read.
 */
export function isRefusedAtPresent(error: unknown): boolean {
  return TAKES_NOTHING.test(sqliteCode(error) ?? '') || isLockedByOther(error);
}

/** The same at a start, when files are still to be made: those through which a database is shared, a lock, a folder. */
const NOT_MADE = /^SQLITE_(CANTOPEN|IOERR_SHM|IOERR_LOCK)|^E(?:NOSPC|DQUOT|FBIG|ROFS|ACCES|PERM)$/;

/** Whether a start failed because nothing can be written at present. */
export function isRefusedAtStart(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return isRefusedAtPresent(error) || (typeof code === 'string' && NOT_MADE.test(code));
}

/** Whether SQLite came across a damaged page. */
export function isCorrupt(error: unknown): boolean {
  return /^SQLITE_(?:CORRUPT|NOTADB)/.test(sqliteCode(error) ?? '');
}

/** SQLite's words for a disk that cannot be relied on: what is on it is known only after a restart. */
const BROKEN = /^SQLITE_(IOERR(?!_WRITE)|CORRUPT|NOTADB)/;

/** Whether a disk failed, or holds what was never written to it. */
export function isBroken(error: unknown): boolean {
  return BROKEN.test(sqliteCode(error) ?? '');
}

/** Whether an error is SQLite's, and which one (`SQLITE_FULL`, `SQLITE_IOERR_FSYNC`, ...). */
export function sqliteCode(error: unknown): string | null {
  return error instanceof Database.SqliteError ? error.code : null;
}
