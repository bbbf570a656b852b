import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openCopy } from '../disk/copies.ts';
import { DiskGuard, type DiskUse, type News } from '../disk-guard.ts';
import { type Schema, isMigrated, migrate } from '../disk/migrate.ts';
import { whyNotWritable } from '../disk/room.ts';
import { type SqliteDatabase, isCorrupt, isWriteLocked, openForStart, openSqlite } from '../disk/sqlite.ts';
import { RESTORE, meaningOf } from '../disk/start-failure.ts';
import { type Lock, WRITER_LOCK, lockFolder, tryLockFolder } from '../disk/writer-lock.ts';
import { SANDBOX_SCHEMA } from '../sandbox/sandbox-schema.ts';
import { DATABASE_FILE, SITE_SCHEMA } from '../schema.ts';
import { hasDatabase, lookAtFolder, lookInto, noteDamage, removeDamageNote } from './damage.ts';
import type { Seal } from './seal.ts';

/** The open database of a folder. */
export interface OpenFile {
  readonly db: SqliteDatabase;
  readonly disk: Pick<DiskGuard, 'failure' | 'refusal' | 'lookAfter'>;
  /** Why nothing is written to it; if set, it is a copy. */
  readonly seal: Seal | null;
  /** Number of last events that were checked. */
  readonly checked: number;
  close(): void;
}

const SCHEMAS: readonly Schema[] = [SITE_SCHEMA, SANDBOX_SCHEMA];

/** Creates the folder, and the database or the tables that it lacks. Throws as `openFile` does. */
export async function prepareFolder(folder: string, { withSandbox = false } = {}): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const schemas = withSandbox ? SCHEMAS : [SITE_SCHEMA];
  const lacking = (db: SqliteDatabase) => schemas.filter((schema) => !isMigrated(db, schema));
  if (lookInto(folder, lacking)?.length === 0) return;
  const file = join(folder, DATABASE_FILE);
  const lock = lockFolder(folder);
  try {
    demandWritable(folder);
    const db = openForStart(file, RESTORE, () => openSqlite(file, 'truth'));
    try {
      for (const schema of lacking(db)) await migrate(db, schema);
    } finally {
      db.close();
    }
  } finally {
    lock.release();
  }
}

/**
 * Opens the database of a prepared folder for writing, as the only process that does. When it is damaged, changes nothing and opens
 * a copy for reading. Throws `StartFailure`, and SQLite's or the system's own error when the disk accepts no writes.
 */
export function openFile(folder: string, { report, onFailure, ...use }: News & DiskUse): OpenFile {
  const opened: { close(): void }[] = [];
  const close = () => {
    for (const each of opened.splice(0).toReversed()) each.close();
  };
  try {
    const lock = lockFolder(folder);
    opened.push({ close: () => lock.release() });
    demandWritable(folder);
    const { seal, checked } = lookAtFolder(folder);
    if (seal) {
      close();
      return openSealed(folder, seal);
    }
    const disk = new DiskGuard({
      ...use,
      report,
      onFailure(failure) {
        if (isCorrupt(failure.cause)) noteDamage(folder, failure.message);
        onFailure(failure);
      },
    });
    disk.watch(join(folder, WRITER_LOCK));
    const file = join(folder, DATABASE_FILE);
    const db = openForStart(file, RESTORE, () => disk.open(file));
    opened.push(db);
    removeDamageNote(folder);
    return { db, disk, seal: null, checked, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Opens a copy of the database for reading. One that is unreadable or too large is replaced by an empty one. */
export function openSealed(folder: string, seal: Seal): OpenFile {
  try {
    return openedCopy(seal.isReadable && hasDatabase(folder) ? openCopy(join(folder, DATABASE_FILE)) : empty(), seal);
  } catch (error) {
    if (!isCorrupt(error) && !isTooLarge(error)) throw error;
    return openedCopy(empty(), { ...seal, isReadable: false });
  }
}

/** A copy in memory has at most 2 GiB. */
function isTooLarge(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_FS_FILE_TOO_LARGE';
}

function empty(): SqliteDatabase {
  const db = new Database(':memory:');
  for (const { migrations } of SCHEMAS) for (const statements of Object.values(migrations)) db.exec(statements);
  db.pragma('query_only = ON');
  return db;
}

function openedCopy(db: SqliteDatabase, seal: Seal): OpenFile {
  const disk = { failure: null, refusal: null, lookAfter: () => {} };
  return { db, disk, seal, checked: 0, close: () => db.close() };
}

/** What cannot be written, and why, in words: the folder, or its database. */
export function whyRefused(folder: string, error: unknown): string {
  const all = whyNotWritable(folder);
  if (all !== null) return all;
  const { path } = error as NodeJS.ErrnoException;
  const file = join(folder, DATABASE_FILE);
  return `${may(file, constants.W_OK) ? (path ?? 'The data folder') : file} cannot be written: ${meaningOf(error)}`;
}

/**
 * Throws the system's error for a file that is readable but not writable: SQLite would create its journal and its index with the
 * same mode, which would persist.
 */
function demandWritable(folder: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    const file = join(folder, DATABASE_FILE + suffix);
    if (may(file, constants.R_OK)) accessSync(file, constants.W_OK);
  }
}

function may(file: string, how: number): boolean {
  try {
    accessSync(file, how);
    return true;
  } catch {
    return false;
  }
}

/** Whether a start would now find the folder in order and writable. */
export function isMended(folder: string): boolean {
  if (whyNotWritable(folder) !== null) return false;
  let lock: Lock | null = null;
  try {
    lock = tryLockFolder(folder);
    demandWritable(folder);
    if (lock === null || lookAtFolder(folder).seal !== null) return false;
    return !hasDatabase(folder) || !isWriteLocked(join(folder, DATABASE_FILE));
  } catch {
    return false;
  } finally {
    lock?.release();
  }
}
