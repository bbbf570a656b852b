import { closeSync, openSync, readSync } from 'node:fs';
import { type SqliteDatabase, isRefusedAtPresent } from '../disk/sqlite.ts';

/**
 * Log and vault count their checkpoints, so that a file that was put back alone under a newer journal is told from the one that
 * the journal belongs to. Before a checkpoint its number is written into the header of the database (`application_id`), which
 * comes into the file with all else; after one that has copied the whole journal it is noted in the table `shop`, which is then in the
 * journal alone. A file whose own header has a lower number than the note lacks what the checkpoint has copied.
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
  /** Rows that the connection had changed when a checkpoint was begun last, and when one was noted. */
  #begun = -1;
  #noted = -1;
  #isCounting = false;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  /** Whether what is written at present only counts. */
  get isCounting(): boolean {
    return this.#isCounting;
  }

  /** To be called before a checkpoint. */
  begin(): void {
    const changes = this.#changes;
    if (changes === this.#noted || changes === this.#begun) return;
    this.#count(() => this.#db.pragma(`application_id = ${this.#number + 1}`));
    this.#begun = changes;
  }

  /** To be called after a checkpoint that has copied the whole journal, before anything else is written. */
  note(): void {
    if (this.#changes === this.#noted) return;
    const note = this.#db.prepare<[number, number]>('UPDATE shop SET level = ? WHERE level < ?');
    this.#count(() => note.run(this.#number, this.#number));
    this.#noted = this.#changes;
  }

  get #number(): number {
    return Number(this.#db.pragma('application_id', { simple: true }));
  }

  get #changes(): number {
    return this.#db.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0;
  }

  /** What is refused at present is left out: one checkpoint more is not told from the one before. */
  #count(step: () => void): void {
    this.#isCounting = true;
    try {
      step();
    } catch (error) {
      if (!isRefusedAtPresent(error)) throw error;
    } finally {
      this.#isCounting = false;
    }
  }
}

function numberIn(file: string): number {
  const opened = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(BYTES);
    readSync(opened, bytes, 0, BYTES, AT);
    return bytes.readInt32BE();
  } finally {
    closeSync(opened);
  }
}

/** Whether a file lacks what was once copied into it from the journal that is beside it now. Another process may be writing to both. */
export function isUnderNewerJournal(db: SqliteDatabase, file: string): boolean {
  const row = db.prepare<[], { level?: number }>('SELECT * FROM shop').get();
  // Files of earlier versions have no such note. The header is read last: it only goes forward.
  return numberIn(file) < (row?.level ?? 0);
}
