import { join } from 'node:path';
import Database from 'better-sqlite3';
import { isLockedByOther } from './sqlite.ts';
import { FatalError, wrapFileErrors } from '../../fatal-error.ts';

export class FolderInUse extends FatalError {}

export interface Lock {
  release(): void;
}

/** Null if another process has the lock. Throws `FatalError`. */
export function tryLockFolder(folder: string, patienceMs = 0): Lock | null {
  const file = join(folder, 'writer.lock');
  return wrapFileErrors(file, 'Remove it: the server makes the file that it needs.', () => {
    const db = new Database(file, { timeout: patienceMs });
    try {
      db.pragma('journal_mode = MEMORY');
      // The write fails on a read-only file, which BEGIN EXCLUSIVE does not lock.
      db.exec('BEGIN EXCLUSIVE; PRAGMA user_version = 1');
      return { release: () => void db.close() };
    } catch (error) {
      db.close();
      if (isLockedByOther(error)) return null;
      throw error;
    }
  });
}

/** Throws `FolderInUse`. Waits a moment, because `status` takes the lock briefly. */
export function lockFolder(folder: string): Lock {
  const lock = tryLockFolder(folder, 250);
  if (lock) return lock;
  throw new FolderInUse(`Another process is writing to ${folder}. Stop that one first, or set DATA_FOLDER to another.`);
}
