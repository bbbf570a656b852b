import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openCopy } from '../disk/copies.ts';
import { numberIn } from './checkpoint-counts.ts';
import { lookAtFolder, noteDamage, removeDamageNote } from './damage.ts';
import { DiskGuard, type DiskUse, type News } from '../disk-guard.ts';
import { ensureLogSchema } from '../log/event-log.ts';
import { type Seal, judge } from './seal-reasons.ts';
import { Pairing } from './pairing.ts';
import { withFile } from '../disk/read-bytes.ts';
import { whyNotWritable } from '../disk/room.ts';
import { type SqliteDatabase, isCorrupt, isWriteLocked, openForStart } from '../disk/sqlite.ts';
import { RESTORE, StartFailure, meaningOf } from '../disk/start-failure.ts';
import {
  LOG_FILE,
  VAULT_FILE,
  demandOwnJournal,
  isThere,
  surveyLog,
  surveyTraces,
  surveyVault,
} from './file-records.ts';
import { ensureVaultSchema } from '../vault/vault-schema.ts';
import { type Lock, WRITER_LOCK, lockFolder, tryLockFolder } from '../disk/writer-lock.ts';

/** The open log and vault of a folder. */
export interface OpenFiles {
  readonly log: SqliteDatabase;
  readonly vault: SqliteDatabase;
  readonly disk: Pick<DiskGuard, 'failure' | 'refusal' | 'lookAfter'>;
  readonly pairing: Pick<Pairing, 'noteVault' | 'noteLog'>;
  /** Why nothing is written to them; if set, they are copies. */
  readonly seal: Seal | null;
  /** Number of last events that were checked. */
  readonly checked: number;
  close(): void;
}

/**
 * Opens log and vault for writing, as the only process that does. When they do not match, changes nothing and opens copies for
 * reading. Throws `StartFailure`, and SQLite's or the system's own error when the disk accepts no writes.
 */
export function openFiles(folder: string, { report, onFailure, ...use }: News & DiskUse): OpenFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const opened: { close(): void }[] = [];
  const close = () => {
    for (const each of opened.splice(0).toReversed()) each.close();
  };
  try {
    const lock = lockFolder(folder);
    opened.push({ close: () => lock.release() });
    demandWritable(folder);
    const { seal, found } = lookAtFolder(folder);
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
    const open = (name: string, prepare: (db: SqliteDatabase) => void) => {
      const file = join(folder, name);
      const db = openForStart(file, RESTORE, () => disk.open(file, prepare));
      opened.push(db);
      return db;
    };
    const log = open(LOG_FILE, ensureLogSchema);
    const vault = open(VAULT_FILE, ensureVaultSchema);
    removeDamageNote(folder);
    const pairing = openForStart(join(folder, VAULT_FILE), RESTORE, () => new Pairing(log, vault));
    openForStart(join(folder, LOG_FILE), RESTORE, () => pairing.noteVault());
    return { log, vault, disk, pairing, seal: null, checked: found?.tail?.checked ?? 0, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Opens copies of log and vault for reading. A log that is incomplete, unreadable or too large is replaced by an empty one. */
export function openSealed(folder: string, why: Seal): OpenFiles {
  const seal = why.kind === 'disk' ? judgeCopies(folder, why) : why;
  try {
    return openCopies(folder, seal);
  } catch (error) {
    if (!isCorrupt(error) && !isTooLarge(error)) throw error;
    return openCopies(folder, { ...seal, isLogWhole: false, isVaultWhole: false });
  }
}

/** A copy in memory has at most 2 GiB. */
function isTooLarge(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_FS_FILE_TOO_LARGE';
}

function openCopies(folder: string, seal: Seal): OpenFiles {
  const log = openCopy(seal.isLogWhole ? join(folder, LOG_FILE) : '', ensureLogSchema);
  // An older vault still has the keys of most customers in the log.
  const vault = openCopy(seal.isLogWhole ? join(folder, VAULT_FILE) : '', ensureVaultSchema);
  return {
    log,
    vault,
    disk: { failure: null, refusal: null, lookAfter: () => {} },
    pairing: { noteVault: () => {}, noteLog: () => {} },
    seal,
    checked: 0,
    close() {
      log.close();
      vault.close();
    },
  };
}

/** Judges copies when the files themselves could not be opened: a full disk must not hide that a file is missing. */
function judgeCopies(folder: string, onDisk: Seal): Seal {
  try {
    for (const name of [LOG_FILE, VAULT_FILE]) if (isThere(join(folder, name))) demandOwnJournal(join(folder, name));
    const log = openCopy(join(folder, LOG_FILE), () => {});
    const vault = openCopy(join(folder, VAULT_FILE), () => {});
    const copyOf = (db: SqliteDatabase, file: string) => ({ db, file, number: () => withFile(file, numberIn) });
    const facts = surveyVault(copyOf(vault, join(folder, VAULT_FILE)));
    const found = { ...surveyLog(copyOf(log, join(folder, LOG_FILE)), facts), vault: facts, ...surveyTraces(folder) };
    log.close();
    vault.close();
    return judge(found) ?? onDisk;
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    // There is no room for copies either.
    return { ...onDisk, isLogWhole: false, isVaultWhole: false };
  }
}

/** What cannot be written, and why, in words: the folder, or one of its files. */
export function whyRefused(folder: string, error: unknown): string {
  const all = whyNotWritable(folder);
  if (all !== null) return all;
  const { path } = error as NodeJS.ErrnoException;
  const file = [LOG_FILE, VAULT_FILE].map((name) => join(folder, name)).find((each) => !isWritable(each)) ?? path;
  return `${file ?? 'The data folder'} cannot be written: ${meaningOf(error)}`;
}

/**
 * Throws the system's error for a file that is readable but not writable: SQLite would create its journal and its index with the
 * same mode, which would persist.
 */
function demandWritable(folder: string): void {
  for (const name of [LOG_FILE, VAULT_FILE]) {
    for (const suffix of ['', '-wal', '-shm']) {
      const file = join(folder, name + suffix);
      if (may(file, constants.R_OK)) accessSync(file, constants.W_OK);
    }
  }
}

function isWritable(file: string): boolean {
  return may(file, constants.W_OK);
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
    const files = [LOG_FILE, VAULT_FILE].map((name) => join(folder, name));
    return !files.some((file) => isThere(file) && isWriteLocked(file));
  } catch {
    return false;
  } finally {
    lock?.release();
  }
}
