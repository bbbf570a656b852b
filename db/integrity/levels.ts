import { existsSync, statSync } from 'node:fs';
import { type Committed, committedIn, headerOf } from '../disk/journal-frames.ts';
import { withFile } from '../disk/read-bytes.ts';
import { type SqliteDatabase, isRefusedAtPresent } from '../disk/sqlite.ts';

/**
 * Log and vault count their checkpoints, so that a file, or a journal, that was put back alone is told from the one that belongs to the
 * other. Before a checkpoint its number is written into the header of the database (`application_id`), which comes into the file with
 * all else; after one that has copied the whole journal it is noted in the table `shop`, before anything else is written. So a journal
 * begins with the note of the checkpoint before it, and the next number stands in it once the next checkpoint has begun. A file whose own
 * header has a lower number than the note lacks what the checkpoint has copied; a journal with a lower number was copied long ago.
 */
export const LEVEL_SIDE = 'ALTER TABLE shop ADD COLUMN level INTEGER NOT NULL DEFAULT 0;';

/** Noted while a loss is being accepted: no file has come so far. */
export const BEING_ACCEPTED = Number.MAX_SAFE_INTEGER;

/** Where the header of a database file has its `application_id`, in four bytes. */
const AT = 68;
const BYTES = 4;
/** Where it has the size of its pages, in two bytes; 1 stands for the largest. */
const PAGE_SIZE_AT = 16;
const LARGEST_PAGE = 65_536;

/** Counts the checkpoints of an open database. */
export class Levels {
  readonly #db: SqliteDatabase;
  /** Rows that the connection had changed when a checkpoint was begun last, and when one was noted. */
  #begun = -1;
  #noted = -1;
  #isCounting = false;
  /** Why the last note was refused: nothing else may be written before it. */
  #refusal: unknown = null;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  /** To be called when the database was opened, before anything is written: a crash may have come between a checkpoint and its note. */
  open(): void {
    this.#note(numberIn(this.#db.name));
  }

  /** To be called before anything is written. Throws what a note was refused with, when it is refused again. */
  settle(): void {
    if (this.#refusal === null || this.#isCounting) return;
    this.#note(numberIn(this.#db.name));
    if (this.#refusal !== null) throw this.#refusal;
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
    if (this.#changes === this.#noted) return;
    this.#note(this.#number);
    this.#noted = this.#changes;
  }

  #note(number: number): void {
    const noted = this.#db.prepare<[], number>('SELECT level FROM shop').pluck().get() ?? number;
    const note = this.#db.prepare<[number]>('UPDATE shop SET level = ?');
    // An UPDATE takes the lock even when it changes nothing.
    this.#refusal = noted < number ? this.#count(() => note.run(number)) : null;
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

/** 0 for a file whose header is not whole. */
function numberIn(file: string): number {
  const bytes = withFile(file, (read) => read(AT, BYTES));
  return bytes.length < BYTES ? 0 : bytes.readInt32BE();
}

/** Whether a file lacks what was once copied into it from the journal that is beside it now. Another process may be writing to both. */
export function isUnderNewerJournal(db: SqliteDatabase, file: string): boolean {
  const row = db.prepare<[], { level?: number }>('SELECT * FROM shop').get();
  // Files of earlier versions have no such note. The header is read last: it only goes forward.
  return numberIn(file) < (row?.level ?? 0);
}

/** How often a journal that seems older is looked at, and the pause between, in milliseconds: another process may be at a checkpoint. */
const LOOKS = 3;
const PAUSE_MS = 100;

/** Whether a file has by now what stands in the journal beside it, and more: then the journal hides what came after. */
export function isAboveOlderJournal(db: SqliteDatabase, file: string): boolean {
  for (let look = 1; seemsAboveOlderJournal(db, file); look++) {
    if (look === LOOKS) return true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
  return false;
}

function seemsAboveOlderJournal(db: SqliteDatabase, file: string): boolean {
  // The file's own number is read first: all of them only go up.
  const own = numberIn(file);
  const committed = committedBeside(file);
  if (committed === null) return false;
  if (committed.firstPage !== null) return committed.firstPage.readInt32BE(AT) < own;
  // Whatever changes the number of pages writes the first one. A file that has fewer was cut off.
  if (committed.pages < pagesOf(file)) return true;
  // The note is missing where a crash came before it: then the checkpoint's own number is in the journal, on the first page.
  const row = db.prepare<[], { level?: number }>('SELECT * FROM shop').get();
  return row?.level !== undefined && row.level < own;
}

function committedBeside(file: string): Committed | null {
  const journal = `${file}-wal`;
  if (!existsSync(journal)) return null;
  return withFile(journal, (read) => {
    const header = headerOf(read);
    return header && committedIn(read, header);
  });
}

/** The pages of a database file; a file has none half. */
function pagesOf(file: string): number {
  const { size } = statSync(file);
  const pageSize = withFile(file, (read) => read(PAGE_SIZE_AT, 2)).readUInt16BE();
  return size / (pageSize === 1 ? LARGEST_PAGE : pageSize);
}
