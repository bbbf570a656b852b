import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sqliteCode } from './sqlite.ts';

/** Another process has the database folder open for writing. */
export class FolderInUse extends Error {}

/** The right to do something, until it is released or the process ends, however it ends. */
export interface Lock {
  release(): void;
}

/** Takes the lock that a file of the folder stands for, or answers null when somebody has it for longer than `patience` ms. */
export function tryLock(folder: string, name: string, patience = 0): Lock | null {
  const db = new Database(join(folder, name), { timeout: patience });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (sqliteCode(error) !== 'SQLITE_BUSY') throw error;
    return null;
  }
  return { release: () => db.close() };
}

const WRITER = 'writer.lock';

/** How long a start waits, in milliseconds, for a command line that puts a file in its place. */
const PATIENCE = 250;

/** Takes the lock of the one process that writes, or answers null when another has it. */
export function tryLockFolder(folder: string): Lock | null {
  return tryLock(folder, WRITER);
}

/** Makes this process the only writer of a database folder. Throws `FolderInUse` when another is. */
export function lockFolder(folder: string): Lock {
  const lock = tryLock(folder, WRITER, PATIENCE);
  if (!lock) throw new FolderInUse(`another process is writing to ${folder}`);
  return lock;
}
