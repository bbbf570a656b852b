import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { RESTORE_FILE_ADVICE, FatalError } from '../../fatal-error.ts';
import type { Write } from '../write.ts';

export type SqliteDatabase = Database.Database;
export type SqliteStatement<Parameters extends unknown[] = unknown[], Row = unknown> = Database.Statement<
  Parameters,
  Row
>;

const KEPT_STATEMENTS = 300;

const preparedIn = new WeakMap<SqliteDatabase, LRUCache<string, SqliteStatement>>();

export function preparedOnce(db: SqliteDatabase, sql: string): SqliteStatement {
  let statements = preparedIn.get(db);
  if (!statements) {
    statements = new LRUCache({ max: KEPT_STATEMENTS, memoMethod: (text) => db.prepare(text) });
    preparedIn.set(db, statements);
  }
  return statements.memo(sql);
}

export function runSqliteWrites(db: SqliteDatabase, writes: readonly Write[]): void {
  for (const { sql, rows, check } of writes) {
    let written = 0;
    for (const row of rows) written += preparedOnce(db, sql).run(...row).changes;
    check?.(written);
  }
}

/** In milliseconds. Litestream takes the write lock for moments. */
const BUSY_TIMEOUT = 'busy_timeout = 5000';

/** With the settings of every connection that writes. */
export function openSqlite(file: string): SqliteDatabase {
  const db = new Database(file);
  try {
    db.pragma(BUSY_TIMEOUT);
    db.pragma('journal_mode = WAL');
    // The library's `synchronous = NORMAL` loses acknowledged commits in a power cut.
    db.pragma('synchronous = FULL');
    // Deleted or replaced data must be gone from the file, too.
    db.pragma('secure_delete = ON');
    db.pragma('foreign_keys = ON');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Throws `FatalError` for an empty file: SQLite would delete its WAL. */
export function openSqliteReader(file: string): SqliteDatabase {
  if (statSync(file, { throwIfNoEntry: false })?.size === 0)
    throw new FatalError(`${file} is empty. ${RESTORE_FILE_ADVICE}`);
  const db = new Database(file, { readonly: true, fileMustExist: true });
  db.pragma(BUSY_TIMEOUT);
  return db;
}

/** Waiting blocks the whole process. */
export function setLockTimeout(db: SqliteDatabase, mayWait: boolean): void {
  db.pragma(mayWait ? BUSY_TIMEOUT : 'busy_timeout = 0');
}

/** Gives up at once if another process uses the file. */
export function truncateWal(db: SqliteDatabase): void {
  setLockTimeout(db, false);
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    setLockTimeout(db, true);
  }
}

/** Throws while the file can't be written. Writes a page, which SQLite skips for an unchanged row. */
export function assertWritable(db: SqliteDatabase): void {
  db.pragma(`user_version = ${Number(db.pragma('user_version', { simple: true }))}`);
}

const hasCode =
  (codes: RegExp) =>
  (error: unknown): boolean =>
    codes.test(sqliteCode(error) ?? '');

/** SQLITE_PROTOCOL: a lock that was not released within 10 s of attempts to read. */
export const isLockedByOther = hasCode(/^SQLITE_(?:BUSY|LOCKED|PROTOCOL)/);

/** SQLITE_IOERR_WRITE: a used-up quota (EDQUOT) or a disk remounted read-only (EROFS); only ENOSPC is SQLITE_FULL. */
const isRefusedByDisk = hasCode(/^SQLITE_(?:FULL|READONLY|IOERR_WRITE)/);

/** Whether a write may succeed later: the disk is full or read-only, or another process has locked the file. */
export function isWriteRefused(error: unknown): boolean {
  return isRefusedByDisk(error) || isLockedByOther(error);
}

/** Whether the disk failed or returned what was never written, so that only a restart shows what is on it. */
export const isBroken = hasCode(/^SQLITE_(?:IOERR(?!_WRITE)|CORRUPT|NOTADB)/);

export function isFileAtFault(error: unknown): boolean {
  return isWriteRefused(error) || isBroken(error);
}

export function sqliteCode(error: unknown): string | null {
  return error instanceof Database.SqliteError ? error.code : null;
}
