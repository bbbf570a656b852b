import { existsSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { damageOf } from '../disk/database-faults.ts';
import { writeDurably } from '../disk/durable-file.ts';
import { type SqliteDatabase, isCorrupt, openForStart, openSqliteReader } from '../disk/sqlite.ts';
import { RESTORE } from '../disk/start-failure.ts';
import { EventLog } from '../log/event-log.ts';
import { checkOlderEvents } from '../log/older-events.ts';
import { DATABASE_FILE } from '../schema.ts';
import { type Seal, sealOfDamage, sealOfPages } from './seal.ts';
import { verifyTail } from './verify.ts';

/** Events checked against the hash chain at every start. */
const CHECKED_AT_START = 1000;

/**
 * A damaged page shows only when a statement reads it, which ends the process; an altered old event only when the whole log is
 * checked. The process leaves a note, so that the next start reads every page and every event before it opens the file: otherwise
 * it would end again and again, or save more until it comes to the event again. A start without a note skips this slow check.
 */
const NOTE = 'damage.txt';

/** Leaves the note in a folder whose database is damaged. */
export function noteDamage(folder: string, words: string): void {
  const text = `${words}\nThe next start looks at every page of ${DATABASE_FILE} and at every event, and removes this file when all are whole.\n`;
  try {
    writeDurably(join(folder, NOTE), text);
  } catch {
    // What was found counts even if the note cannot be written.
  }
}

export function removeDamageNote(folder: string): void {
  rmSync(join(folder, NOTE), { force: true, recursive: true });
}

/** Whether a folder has a database that is not empty. A link counts, wherever it leads: opening it says what is wrong. */
export function hasDatabase(folder: string): boolean {
  return (lstatSync(join(folder, DATABASE_FILE), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Reads from the database of a folder; null when it has none. Throws `StartFailure` when it cannot be read. */
export function lookInto<Found>(folder: string, look: (db: SqliteDatabase) => Found): Found | null {
  const file = join(folder, DATABASE_FILE);
  return openForStart(file, RESTORE, () => {
    if (!hasDatabase(folder)) return null;
    const db = openSqliteReader(file);
    try {
      return look(db);
    } finally {
      db.close();
    }
  });
}

/** Reads every page; returns the seal for damage. */
export function damagedPages(folder: string): Seal | null {
  const what = lookInto(folder, (db) => unlessCorrupt(() => damageOf(db), String));
  return what === null ? null : sealOfPages(what);
}

/** Runs a function; a damaged page that it meets is handled by the second. */
export function unlessCorrupt<Found>(read: () => Found, handle: (message: string) => Found): Found {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error) || !isCorrupt(error)) throw error;
    return handle(error.message);
  }
}

/** What a start finds in a folder, before it creates or changes anything. */
export interface Finding {
  /** Why nothing is written to it; null when it is in order. */
  readonly seal: Seal | null;
  /** Number of last events that were checked. */
  readonly checked: number;
}

/** Examines a folder as a start does, also while a server is writing to it. Throws `StartFailure` for a file that cannot be read. */
export function lookAtFolder(folder: string): Finding {
  const isNoted = existsSync(join(folder, NOTE));
  const damage = isNoted ? damagedPages(folder) : null;
  if (damage) return { seal: damage, checked: 0 };
  const found = lookInto(folder, checkTail) ?? { seal: null, checked: 0 };
  return { ...found, seal: found.seal ?? (isNoted && hasDatabase(folder) ? alteredEvent(folder) : null) };
}

/** Checks the last events. */
function checkTail(db: SqliteDatabase): Finding {
  const isEmpty = db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'events'`).get() === undefined;
  if (isEmpty) return { seal: null, checked: 0 };
  const log = new EventLog(db);
  const { bad } = verifyTail(log, CHECKED_AT_START);
  return { seal: bad && sealOfDamage(bad), checked: Math.min(CHECKED_AT_START, log.head().position) };
}

/** The seal for the first event of the whole log that was altered. */
function alteredEvent(folder: string): Seal | null {
  const steps = checkOlderEvents(join(folder, DATABASE_FILE), Infinity);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
