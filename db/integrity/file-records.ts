import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { damageOf, missingTable } from '../disk/database-faults.ts';
import { EventLog, LOG_STEPS } from '../log/event-log.ts';
import type { Head } from '../log/hash-chain.ts';
import { BEING_ACCEPTED, isAboveOlderJournal, isUnderNewerJournal, numberIn } from './checkpoint-counts.ts';
import { withFile } from '../disk/read-bytes.ts';
import { demandNewestIndex } from '../log/older-index.ts';
import { isReadModelName } from '../read-models/read-model-files.ts';
import { type SqliteDatabase, openForStart, openSqliteReader } from '../disk/sqlite.ts';
import { RESTORE, StartFailure } from '../disk/start-failure.ts';
import { VAULT_STEPS } from '../vault/vault-schema.ts';
import { type Verification, verifyTail } from './verify.ts';

/** What the log records about itself and the vault. */
export interface LogRecord {
  /** Null in files from before log and vault recorded each other. */
  readonly shop: string | null;
  readonly vaultState: number;
  /** Whether the file was restored beneath a journal that does not belong to it. */
  readonly isOlderThanJournal: boolean;
  readonly head: Head;
  /** The hash at the position that the vault records; null when there is no such event. */
  readonly hashAsNoted: string | null;
}

/** What the vault records about itself and the log. */
export interface VaultRecord {
  readonly shop: string | null;
  readonly state: number;
  /** Whether the file was restored beneath a journal that does not belong to it. */
  readonly isOlderThanJournal: boolean;
  /** Whether the process ended while a loss was being accepted. */
  readonly isBeingAccepted: boolean;
  readonly log: Head;
}

/**
 * A read model and its position in the log. After a power cut its rows may be torn, but its position is reliable: it is written
 * after its event is durable, and in one page.
 */
export interface ReadModelRecord {
  readonly file: string;
  /** The shop that it was made for; null when the file does not say, or cannot be read. */
  readonly shop: string | null;
  /** 0 when the file cannot be read. */
  readonly position: number;
}

/** What a folder contains, before a start creates or changes anything. */
export interface Survey {
  /** Null for a file that is missing or empty. */
  readonly log: LogRecord | null;
  readonly vault: VaultRecord | null;
  readonly readModels: readonly ReadModelRecord[];
  /** Journals with content whose database is missing or empty: SQLite would delete them on opening it. */
  readonly orphans: readonly string[];
  /** The end of the hash chain, and the number of its last events that were checked. */
  readonly tail: (Verification & { readonly checked: number }) | null;
}

/** Events checked against the hash chain at every start. */
const CHECKED_AT_START = 1000;

export const LOG_FILE = 'log.db';
export const VAULT_FILE = 'vault.db';

/** A database that is examined. */
export interface Examined {
  readonly db: SqliteDatabase;
  readonly file: string;
  /** Reads the number of the last checkpoint in the file itself, without its journal. */
  readonly number: () => number;
}

function hasTable(db: SqliteDatabase, name: string): boolean {
  return db.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?`).get(name) !== undefined;
}

function demandTables(db: SqliteDatabase, file: string, steps: readonly string[]): void {
  const missing = missingTable(db, steps);
  if (missing !== null) throw new StartFailure(`${file} lacks ${missing}. ${RESTORE}`);
}

/** Reads the facts of a log. Throws `StartFailure`, which names the file. */
export function surveyLog({ db, file, number }: Examined, vault: VaultRecord | null): Pick<Survey, 'log' | 'tail'> {
  demandTables(db, file, LOG_STEPS);
  if (!hasTable(db, 'events')) return { log: null, tail: null };
  const log = new EventLog(db);
  const head = log.head();
  const row = hasTable(db, 'shop')
    ? db.prepare<[], { id: string; vault_state: number }>('SELECT id, vault_state FROM shop').get()
    : undefined;
  const facts: LogRecord = {
    shop: row?.id ?? null,
    vaultState: row?.vault_state ?? 0,
    isOlderThanJournal: row !== undefined && isUnderNewerJournal(db, number),
    head,
    hashAsNoted: log.hashAt(vault?.log.position ?? 0),
  };
  // The pages of file and journal do not match.
  if (facts.isOlderThanJournal) return { log: facts, tail: null };
  return {
    log: facts,
    tail: { ...verifyTail(log, CHECKED_AT_START), checked: Math.min(CHECKED_AT_START, head.position) },
  };
}

/**
 * Checks every page of the vault, which is small: otherwise a damaged page would show only when the customer whose key is on it
 * returns.
 */
function demandWhole(db: SqliteDatabase, file: string): void {
  const found = damageOf(db);
  if (found !== null) throw new StartFailure(`${file} is damaged (${found}). ${RESTORE}`);
}

interface VaultRow {
  readonly id: string;
  readonly state: number;
  readonly log_position: number;
  readonly log_hash: string;
  /** Missing in files of earlier versions. */
  readonly level?: number;
}

/** Reads the facts of a vault. Throws `StartFailure`, which names the file. */
export function surveyVault({ db, file, number }: Examined): VaultRecord | null {
  demandWhole(db, file);
  demandTables(db, file, VAULT_STEPS);
  if (!hasTable(db, 'person_keys')) return null;
  const row = hasTable(db, 'shop') ? db.prepare<[], VaultRow>('SELECT * FROM shop').get() : undefined;
  return {
    shop: row?.id ?? null,
    state: row?.state ?? 0,
    isOlderThanJournal: row !== undefined && isUnderNewerJournal(db, number),
    isBeingAccepted: row?.level === BEING_ACCEPTED,
    log: { position: row?.log_position ?? 0, hash: row?.log_hash ?? '' },
  };
}

/** Whether a file exists and is not empty. */
export function isThere(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Whether a journal begins with a zero, as SQLite leaves it after a completed change (`journal_mode=PERSIST`). */
function isZeroed(journal: string): boolean {
  return withFile(journal, (read) => read(0, 1)[0] === 0);
}

/** Refuses a file with a rollback journal: this product makes none, and SQLite would first undo its unfinished change. */
function demandNoUnfinished(file: string): void {
  const journal = `${file}-journal`;
  if (!isThere(journal) || isZeroed(journal)) return;
  throw new StartFailure(
    `${journal} has a change of another program that was broken off. End that program and open ${file} once with sqlite3, which takes the change back and removes the journal; or put log.db and vault.db back from the same backup, without that journal.`,
  );
}

/** Throws `StartFailure` when the journal is older than the database: SQLite would take the older pages for the newest. */
export function demandOwnJournal(file: string): void {
  const name = basename(file);
  if (!isAboveOlderJournal(file)) return;
  throw new StartFailure(
    `${file}-wal is older than ${name}: ${name} has what stands in it, and more. Move ${name}-wal and ${name}-shm away, or put the newest ones in their place; if anything is missing then, the next start says so.`,
  );
}

/**
 * Reads facts from a file without changing it. Null when it is missing or empty. Throws `StartFailure` when it is no database, or
 * would show an older state than it has.
 */
export function lookInto<Facts>(file: string, look: (examined: Examined) => Facts): Facts | null {
  return openForStart(file, RESTORE, () => {
    if (!isThere(file)) return null;
    demandNoUnfinished(file);
    demandOwnJournal(file);
    demandNewestIndex(file);
    return withFile(file, (read) => {
      const db = openSqliteReader(file);
      try {
        return look({ db, file, number: () => numberIn(read) });
      } finally {
        db.close();
      }
    });
  });
}

function surveyReadModel(folder: string, file: string): ReadModelRecord {
  let db: SqliteDatabase | null = null;
  try {
    db = openSqliteReader(join(folder, file));
    const found = db.prepare<[], { shop?: string; position: number }>('SELECT * FROM progress').get();
    return { file, shop: found?.shop ?? null, position: found?.position ?? 0 };
  } catch {
    return { file, shop: null, position: 0 };
  } finally {
    db?.close();
  }
}

function surveyReadModels(folder: string): ReadModelRecord[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter(isReadModelName)
    .map((file) => surveyReadModel(folder, file));
}

function orphanedJournals(folder: string): string[] {
  return [LOG_FILE, VAULT_FILE]
    .filter((name) => !isThere(join(folder, name)))
    .map((name) => `${name}-wal`)
    .filter((journal) => isThere(join(folder, journal)));
}

/** Other files that tell about log and vault. */
export function surveyTraces(folder: string): Pick<Survey, 'readModels' | 'orphans'> {
  return { readModels: surveyReadModels(folder), orphans: orphanedJournals(folder) };
}

/**
 * Surveys everything in a folder that its start depends on. What a file records of another is read before the other, which only goes
 * forward: a server that is writing to them makes none seem older. Throws `StartFailure` for a file that cannot be read.
 */
export function survey(folder: string): Survey {
  const readModels = surveyReadModels(folder);
  const vault = lookInto(join(folder, VAULT_FILE), surveyVault);
  const log = lookInto(join(folder, LOG_FILE), (log) => surveyLog(log, vault)) ?? { log: null, tail: null };
  return {
    vault: vault && { ...vault, state: stateAfter(folder, vault, log.log) },
    ...log,
    readModels,
    orphans: orphanedJournals(folder),
  };
}

/** The state of the vault, read after what the log records of it. */
function stateAfter(folder: string, vault: VaultRecord, log: LogRecord | null): number {
  if (!log || log.vaultState <= vault.state) return vault.state;
  return lookInto(join(folder, VAULT_FILE), surveyVault)?.state ?? vault.state;
}
