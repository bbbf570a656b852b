import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { damageOf } from '../disk/database-faults.ts';
import { writeDurably } from '../disk/durable-file.ts';
import { type Seal, judge, sealOfPages } from './fit.ts';
import { isCorrupt } from '../disk/sqlite.ts';
import { LOG_FILE, type Survey, VAULT_FILE, lookInto, survey } from './survey.ts';

/**
 * A damaged page shows only when a statement meets it, and ends the process then. The process leaves a note, so that the next
 * start looks at every page before it opens: otherwise it would end again and again. Other starts need not look at that much.
 */
const NOTE = 'damage.txt';

/** Leaves the note in a folder whose log or vault turned out to be damaged. */
export function noteDamage(folder: string, words: string): void {
  const text = `${words}\nThe next start looks at every page of ${LOG_FILE} and ${VAULT_FILE}, and removes this file when all are whole.\n`;
  try {
    writeDurably(join(folder, NOTE), text);
  } catch {
    // The process ends whether or not the disk takes the note.
  }
}

export function removeDamageNote(folder: string): void {
  rmSync(join(folder, NOTE), { force: true, recursive: true });
}

function damageOfFile(file: string): string | null {
  return lookInto(file, (db) => {
    try {
      return damageOf(db);
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      return error instanceof Error ? error.message : String(error);
    }
  });
}

/** Looks at every page of log and vault, and returns why nothing may be written to those that are damaged. */
export function damagedPages(folder: string): Seal[] {
  return [LOG_FILE, VAULT_FILE].flatMap((name) => {
    const what = damageOfFile(join(folder, name));
    return what === null ? [] : [sealOfPages(name, what, name !== VAULT_FILE)];
  });
}

/** What a start finds in a folder, before anything is made or changed in it. */
export interface Finding {
  /** Why nothing is written to it; null when it is in order. */
  readonly seal: Seal | null;
  /** Null when pages are damaged. */
  readonly found: Survey | null;
}

/** Looks at a folder as a start does. Throws `StartFailure` for a file that cannot be read. */
export function lookAtFolder(folder: string): Finding {
  const [damage] = existsSync(join(folder, NOTE)) ? damagedPages(folder) : [];
  if (damage) return { seal: { ...damage, ...readableParts(folder, damage) }, found: null };
  const found = survey(folder);
  return { seal: judge(found), found };
}

/** Of damaged files that are older than others, too, no more is shown than of whole ones. */
function readableParts(folder: string, damage: Seal): Pick<Seal, 'isLogWhole' | 'isVaultWhole'> {
  try {
    const other = judge(survey(folder)) ?? damage;
    return { isLogWhole: other.isLogWhole, isVaultWhole: damage.isVaultWhole && other.isVaultWhole };
  } catch {
    return damage;
  }
}
