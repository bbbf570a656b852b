import { accessSync, chmodSync, constants, truncateSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { isCorrupt, openForStart, sqliteCode } from './sqlite.ts';
import { StartFailure, startFailureOf } from './start-failure.ts';

/** Another process has the database folder open for writing. */
export class FolderInUse extends StartFailure {}

/** A lock, held until it is released or the process ends for any reason. */
export interface Lock {
  release(): void;
}

const ADVICE = 'Remove it: the server makes the file that it needs.';

const NOT_ALLOWED = /^E(?:ACCES|PERM)$/;

/**
 * Takes the lock of a file in the folder; returns null when another process keeps it for longer than `patience` ms. Throws
 * `StartFailure` when the path is something that cannot be locked.
 */
export function tryLock(folder: string, name: string, patience = 0): Lock | null {
  const file = join(folder, name);
  makeWritable(file);
  return openForStart(file, ADVICE, () => {
    try {
      return lockFile(file, patience);
    } catch (error) {
      if (sqliteCode(error) === 'SQLITE_BUSY') return null;
      if (!isCorrupt(error)) throw error;
      // The file's content has no meaning. It is emptied in place, because a new file could be locked beside this one.
      truncateSync(file);
      return lockFile(file, patience);
    }
  });
}

/**
 * Makes the lock file writable: SQLite opens a read-only file without locking it. Throws `StartFailure` when its mode cannot be
 * changed.
 */
function makeWritable(file: string): void {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch (error) {
    if (!NOT_ALLOWED.test((error as NodeJS.ErrnoException).code ?? '')) return;
    try {
      chmodSync(file, 0o600);
    } catch {
      throw startFailureOf(error, file)!;
    }
  }
}

function lockFile(file: string, patience: number): Lock {
  const db = new Database(file, { timeout: patience });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    throw error;
  }
  return { release: () => db.close() };
}

export const WRITER_LOCK = 'writer.lock';

/** How long a start waits, in milliseconds, for a command line that is replacing a file. */
const PATIENCE = 250;

/** Takes the lock of the writing process; returns null when another process has it. */
export function tryLockFolder(folder: string): Lock | null {
  return tryLock(folder, WRITER_LOCK);
}

/** Makes this process the only writer of a database folder. Throws `FolderInUse` when another process is. */
export function lockFolder(folder: string): Lock {
  const lock = tryLock(folder, WRITER_LOCK, PATIENCE);
  if (!lock) {
    throw new FolderInUse(
      `Another process is writing to ${folder}. Stop that one first, or set DATA_FOLDER to another.`,
    );
  }
  return lock;
}
