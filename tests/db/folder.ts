import { join } from 'node:path';
import Database from 'better-sqlite3';
import { onTestFinished, vi } from 'vitest';
import { LOG_STEPS } from '#db/log/event-log.ts';
import type { Seal } from '#db/integrity/seal-reasons.ts';
import { LOG_SIDE, VAULT_SIDE } from '#db/integrity/pairing.ts';
import { openStore } from '#db/open-store.ts';
import type { Store } from '#db/store.ts';
import { VAULT_STEPS } from '#db/vault/vault-schema.ts';
import { NOW } from '../events/facts.ts';
import { tempFolder } from '../temp-folder.ts';

/** What a store reported. */
export interface Report {
  readonly message: string;
  readonly detail: unknown;
}

export interface OpenStore {
  readonly store: Store;
  readonly folder: string;
  readonly reports: readonly Report[];
  readonly failures: readonly Error[];
  readonly sealed: readonly Seal[];
  /** Resolves with the next report that has this message. */
  readonly reported: (message: string) => Promise<Report>;
  readonly close: () => void;
}

/** How often a store does what it does each second in the product. Timers that a test moves by hand keep the product's pace. */
const PACE_MS = 50;

/** A store over a folder (a fresh one unless given), closed at the end of the test at the latest. */
export function openIn(folder: string = tempFolder(), now: () => number = () => NOW): OpenStore {
  const reports: Report[] = [];
  const failures: Error[] = [];
  const sealed: Seal[] = [];
  const listeners = new Set<(report: Report) => void>();
  const store = openStore({
    folder,
    now,
    ...(!vi.isFakeTimers() && { paceMs: PACE_MS }),
    report(message, detail) {
      reports.push({ message, detail });
      for (const listener of listeners) listener({ message, detail });
    },
    onSealed: (seal) => sealed.push(seal),
    onFailure: (failure) => failures.push(failure),
  });
  let isOpen = true;
  const close = () => {
    if (isOpen) store.close();
    isOpen = false;
  };
  onTestFinished(close);
  return {
    store,
    folder,
    reports,
    failures,
    sealed,
    reported: (message) =>
      new Promise((resolve) => {
        listeners.add((report) => {
          if (report.message === message) resolve(report);
        });
      }),
    close,
  };
}

/** Looks into or changes a database file of a folder behind the product's back. */
export function withFile<Result>(folder: string, file: string, use: (db: Database.Database) => Result): Result {
  const db = new Database(join(folder, file), { fileMustExist: true });
  try {
    return use(db);
  } finally {
    db.close();
  }
}

/** Rewrites the log as an attacker with access to the file, who drops the triggers. */
export function tamper(folder: string, sql: string, ...values: unknown[]): void {
  withFile(folder, 'log.db', (db) => {
    db.exec('DROP TRIGGER IF EXISTS events_are_never_changed; DROP TRIGGER IF EXISTS events_are_never_deleted');
    db.prepare(sql).run(...values);
  });
}

/** Versions of the files' tables before log and vault named each other. */
const BEFORE_NAMING = { 'log.db': LOG_STEPS.indexOf(LOG_SIDE), 'vault.db': VAULT_STEPS.indexOf(VAULT_SIDE) };

/** Takes a folder back to how programs left it that knew nothing of the naming. */
export function unname(folder: string, files: readonly ('log.db' | 'vault.db')[]): void {
  for (const file of files) {
    withFile(folder, file, (db) => {
      const triggers = db.prepare<[], string>(
        `SELECT name FROM sqlite_master WHERE name LIKE '%\\_counts\\_%' ESCAPE '\\'`,
      );
      for (const name of triggers.pluck().all()) db.exec(`DROP TRIGGER ${name}`);
      db.exec('DROP TABLE shop');
      db.pragma(`user_version = ${BEFORE_NAMING[file]}`);
    });
  }
}
