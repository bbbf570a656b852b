import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { damageOf } from '../disk/database-faults.ts';
import { firstIgnoredFrame } from '../disk/journal-frames.ts';
import { withFile } from '../disk/read-bytes.ts';
import { writeDurably } from '../disk/durable-file.ts';
import { type Seal, judge, sealOfPages } from './seal-reasons.ts';
import { checkOlderEvents } from '../log/older-events.ts';
import { isCorrupt } from '../disk/sqlite.ts';
import { LOG_FILE, type Survey, VAULT_FILE, lookInto, survey } from './file-records.ts';

/**
 * A damaged page shows only when a statement reads it, which ends the process; an altered old event only when the whole log is
 * checked. The process leaves a note, so that the next start reads every page and every event before it opens the files: otherwise
 * it would end again and again, or save more until it comes to the event again. A start without a note skips this slow check.
 */
const NOTE = 'damage.txt';

/** Leaves the note in a folder whose log or vault is damaged. */
export function noteDamage(folder: string, words: string): void {
  const text = `${words}\nThe next start looks at every page of ${LOG_FILE} and ${VAULT_FILE} and at every event, and removes this file when all are whole.\n`;
  try {
    writeDurably(join(folder, NOTE), text);
  } catch {
    // What was found counts even if the note cannot be written.
  }
}

export function removeDamageNote(folder: string): void {
  rmSync(join(folder, NOTE), { force: true, recursive: true });
}

function damageOfFile(file: string): string | null {
  return lookInto(file, ({ db }) => {
    try {
      return damageOf(db);
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      return error instanceof Error ? error.message : String(error);
    }
  });
}

/** Reads every page of log and vault; returns the seal of each that is damaged. */
export function damagedPages(folder: string): Seal[] {
  return [LOG_FILE, VAULT_FILE].flatMap((name) => {
    const what = damageOfFile(join(folder, name));
    return what === null ? [] : [sealOfPages(name, what, name !== VAULT_FILE)];
  });
}

/** What a start finds in a folder, before it creates or changes anything. */
export interface Finding {
  /** Why nothing is written to it; null when it is in order. */
  readonly seal: Seal | null;
  /** Null when pages are damaged. */
  readonly found: Survey | null;
}

/** Examines a folder as a start does. Throws `StartFailure` for a file that cannot be read. */
export function lookAtFolder(folder: string): Finding {
  const isNoted = existsSync(join(folder, NOTE));
  const [damage] = isNoted ? damagedPages(folder) : [];
  if (damage) return { seal: { ...damage, ...readableParts(folder, damage) }, found: null };
  const found = survey(folder);
  const seal = judge(found) ?? (isNoted && found.log ? alteredEvent(folder) : null);
  return { seal: seal && withDamagedJournals(folder, seal), found };
}

/** The seal for the first event of the whole log that was altered. */
function alteredEvent(folder: string): Seal | null {
  const steps = checkOlderEvents(join(folder, LOG_FILE), Infinity);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** A file whose journal is damaged looks older than it is: `accept` would write over what stands behind the damage. */
function withDamagedJournals(folder: string, seal: Seal): Seal {
  if (!seal.isAcceptable) return seal;
  const damages = [LOG_FILE, VAULT_FILE].flatMap((name) => {
    const journal = `${name}-wal`;
    if (!statSync(join(folder, journal), { throwIfNoEntry: false })?.size) return [];
    const frame = withFile(join(folder, journal), firstIgnoredFrame);
    return frame === null ? [] : [`${journal} is damaged at its ${frame === 0 ? 'beginning' : `frame ${frame}`}.`];
  });
  if (damages.length === 0) return seal;
  const advice = `Stop the server and copy the whole folder first: changes behind the damage are still in the copy. ${seal.advice}`;
  return { ...seal, reason: `${damages.join(' ')} ${seal.reason}`, advice };
}

/** A damaged file that is also older than the other one shows no more data than an undamaged older one. */
function readableParts(folder: string, damage: Seal): Pick<Seal, 'isLogWhole' | 'isVaultWhole'> {
  try {
    const other = judge(survey(folder)) ?? damage;
    return { isLogWhole: other.isLogWhole, isVaultWhole: damage.isVaultWhole && other.isVaultWhole };
  } catch {
    return damage;
  }
}
