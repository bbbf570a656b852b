import { statSync } from 'node:fs';
import { firstPageIn, headerOf } from '../disk/journal-frames.ts';
import { type Read, keepFile, withFile } from '../disk/read-bytes.ts';
import { type SqliteDatabase, isRefusedAtPresent } from '../disk/sqlite.ts';

/**
 * Log and vault count their checkpoints, so that a file, or a journal, that was put back alone is told from the one that belongs to the
 * other. Before a checkpoint its number is written into the header of the database (`application_id`), which comes into the file with
 * all else; after one that has copied the whole journal the header is written again, and the number is noted in the table `shop`, before
 * anything else is written. So each journal begins with the header of its database, and has the next number in it once the next checkpoint
 * has begun. A file whose own header has a lower number than the note lacks what the checkpoint has copied; a journal with a lower number
 * was copied long ago.
 */
export const LEVEL_SIDE = 'ALTER TABLE shop ADD COLUMN level INTEGER NOT NULL DEFAULT 0;';

/** Noted while a loss is being accepted: no file has come so far. */
export const BEING_ACCEPTED = Number.MAX_SAFE_INTEGER;

/** Where the header of a database file has its `application_id`, in four bytes. */
const AT = 68;
const BYTES = 4;

/** Counts the checkpoints of an open database. */
export class Levels {
  readonly #db: SqliteDatabase;
  /** The database file itself, without its journal. */
  readonly #file: Read;
  /** Rows that the connection had changed when a checkpoint was begun last, and when one was noted. */
  #begun = -1;
  #noted = -1;
  #isCounting = false;
  /** Why the last note was refused: nothing else may be written before it. */
  #refusal: unknown = null;

  constructor(db: SqliteDatabase) {
    this.#db = db;
    this.#file = keepFile(db.name);
  }

  /** To be called when the database was opened, before anything is written: a crash may have come between a checkpoint and its note. */
  open(): void {
    this.#note(numberIn(this.#file));
  }

  /** To be called before anything is written. Throws what a note was refused with, when it is refused again. */
  settle(): void {
    if (this.#refusal === null || this.#isCounting) return;
    this.#note(numberIn(this.#file));
    if (this.#refusal !== null) throw this.#refusal;
  }

  /** Whether nothing but the count was written since the last checkpoint was noted. */
  get isNoted(): boolean {
    return this.#changes === this.#noted;
  }

  /** Whether what is written at present only counts. */
  get isCounting(): boolean {
    return this.#isCounting;
  }

  /** To be called before a checkpoint. */
  begin(): void {
    const changes = this.#changes;
    if (changes === this.#noted || changes === this.#begun) return;
    this.#count(() => void this.#db.pragma(`application_id = ${this.#number + 1}`));
    this.#begun = changes;
  }

  /** To be called after a checkpoint that has copied the whole journal, before anything else is written. */
  note(): void {
    this.#note(this.#number);
    this.#noted = this.#changes;
  }

  #note(number: number): void {
    const noted = this.#db.prepare<[], number>('SELECT level FROM shop').pluck().get() ?? number;
    const note = this.#db.prepare<[number]>('UPDATE shop SET level = ?');
    this.#refusal = this.#count(() => {
      // Writes the first page also where the number stays: a journal that is begun by this transaction has it.
      this.#db.pragma(`application_id = ${this.#number}`);
      if (noted < number) note.run(number);
    });
  }

  get #number(): number {
    return Number(this.#db.pragma('application_id', { simple: true }));
  }

  get #changes(): number {
    return this.#db.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0;
  }

  /** Returns what it was refused with at present; null when it was not. A checkpoint without a number is not told from the one before. */
  #count(step: () => void): unknown {
    this.#isCounting = true;
    try {
      step();
      return null;
    } catch (error) {
      if (!isRefusedAtPresent(error)) throw error;
      return error;
    } finally {
      this.#isCounting = false;
    }
  }
}

/** The number in the header of a database file; 0 for a file whose header is not whole. */
export function numberIn(read: Read): number {
  const bytes = read(AT, BYTES);
  return bytes.length < BYTES ? 0 : bytes.readInt32BE();
}

/**
 * Whether a file lacks what was once copied into it from the journal that is beside it now. `number` reads the number of the file
 * itself. Another process may be writing to both.
 */
export function isUnderNewerJournal(db: SqliteDatabase, number: () => number): boolean {
  const row = db.prepare<[], { level?: number }>('SELECT * FROM shop').get();
  // Files of earlier versions have no such note. The header is read last: it only goes forward.
  return number() < (row?.level ?? 0);
}

/** How often a journal that seems older is looked at, and the pause between, in milliseconds: another process may be at a checkpoint. */
const LOOKS = 3;
const PAUSE_MS = 100;

/**
 * Whether a file has by now what stands in the journal beside it, and more: then the journal hides what came after. Reads bytes alone, so
 * that SQLite makes no index of such a journal. One without a first page is not judged: only other programs and `accept` leave it.
 */
export function isAboveOlderJournal(file: string): boolean {
  for (let look = 1; seemsAboveOlderJournal(file); look++) {
    if (look === LOOKS) return true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
  return false;
}

function seemsAboveOlderJournal(file: string): boolean {
  const journal = `${file}-wal`;
  if (!statSync(journal, { throwIfNoEntry: false })?.size) return false;
  // The file's own number is read first: all of them only go up.
  const own = withFile(file, numberIn);
  const page = withFile(journal, (read) => {
    const header = headerOf(read);
    return header && firstPageIn(read, header);
  });
  return page !== null && page.readInt32BE(AT) < own;
}
