import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EventLog } from './event-log.ts';
import type { Head } from './hash-chain.ts';
import { trustedPosition } from './read-model.ts';
import { type SqliteDatabase, openForStart, openSqliteReader } from './sqlite.ts';
import { RESTORE, StartFailure } from './start-failure.ts';
import { type Verification, verifyTail } from './verify.ts';

/** What the log says of itself and of the vault. */
export interface LogFacts {
  /** Null before log and vault named each other. */
  readonly shop: string | null;
  readonly vaultState: number;
  readonly head: Head;
  /** The hash at the position that the vault knows; null when there is no such event. */
  readonly hashAsNoted: string | null;
}

/** What the vault says of itself and of the log. */
export interface VaultFacts {
  readonly shop: string | null;
  readonly state: number;
  readonly log: Head;
}

/** A read model that was not torn by a power cut, and the position up to which it knows the log. */
export interface CopyFacts {
  readonly file: string;
  readonly position: number;
}

/** What a folder holds, before anything is made or changed in it. */
export interface Survey {
  /** Null for a file that is missing or empty. */
  readonly log: LogFacts | null;
  readonly vault: VaultFacts | null;
  readonly copies: readonly CopyFacts[];
  /** The end of the hash chain, and how many events of it were checked. */
  readonly tail: (Verification & { readonly checked: number }) | null;
}

/** Events checked against the hash chain at every start. */
const CHECKED_AT_START = 1000;

export const LOG_FILE = 'log.db';
export const VAULT_FILE = 'vault.db';

function hasTable(db: SqliteDatabase, name: string): boolean {
  return db.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?`).get(name) !== undefined;
}

export function surveyLog(db: SqliteDatabase, vault: VaultFacts | null): Pick<Survey, 'log' | 'tail'> {
  if (!hasTable(db, 'events')) return { log: null, tail: null };
  const log = new EventLog(db);
  const head = log.head();
  const row = hasTable(db, 'shop')
    ? db.prepare<[], { id: string; vault_state: number }>('SELECT id, vault_state FROM shop').get()
    : undefined;
  const facts: LogFacts = {
    shop: row?.id ?? null,
    vaultState: row?.vault_state ?? 0,
    head,
    hashAsNoted: log.hashAt(vault?.log.position ?? 0),
  };
  return {
    log: facts,
    tail: { ...verifyTail(log, CHECKED_AT_START), checked: Math.min(CHECKED_AT_START, head.position) },
  };
}

/** A spoiled page would only show when the customer whose key is on it comes. The vault is small: each start looks at all of it. */
function demandWhole(db: SqliteDatabase): void {
  const found = db.pragma('quick_check(1)', { simple: true });
  if (found !== 'ok') throw new StartFailure(`${db.name} is damaged (${String(found)}). ${RESTORE}`);
}

export function surveyVault(db: SqliteDatabase): VaultFacts | null {
  demandWhole(db);
  if (!hasTable(db, 'person_keys')) return null;
  const row = hasTable(db, 'shop')
    ? db.prepare<[], { id: string; state: number; log_position: number; log_hash: string }>('SELECT * FROM shop').get()
    : undefined;
  return {
    shop: row?.id ?? null,
    state: row?.state ?? 0,
    log: { position: row?.log_position ?? 0, hash: row?.log_hash ?? '' },
  };
}

/** Looks into a file without changing it. Null when it is missing or empty. Throws `StartFailure` when it is no database. */
function lookInto<Facts>(file: string, look: (db: SqliteDatabase) => Facts): Facts | null {
  const isThere = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (!isThere) return null;
  return openForStart(file, RESTORE, () => {
    const db = openSqliteReader(file);
    try {
      return look(db);
    } finally {
      db.close();
    }
  });
}

export function surveyCopies(folder: string): CopyFacts[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^read-.*\.db$/.test(name))
    .flatMap((file) => {
      const position = trustedPosition(join(folder, file));
      return position === null ? [] : [{ file, position }];
    });
}

/** Looks at everything in a folder that its start depends on. Throws `StartFailure` for a file that cannot be read. */
export function survey(folder: string): Survey {
  const vault = lookInto(join(folder, VAULT_FILE), surveyVault);
  const log = lookInto(join(folder, LOG_FILE), (db) => surveyLog(db, vault)) ?? { log: null, tail: null };
  return { vault, ...log, copies: surveyCopies(folder) };
}
