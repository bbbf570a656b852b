import { closeSync, openSync, readSync } from 'node:fs';
import { type SqliteDatabase, isRefusedAtPresent } from '../disk/sqlite.ts';

/**
 * Log and vault count their checkpoints. This detects a database file that was restored beneath a newer journal. Before a
 * checkpoint its number is written into the header of the database (`application_id`), which the checkpoint copies into the file.
 * After a complete checkpoint the number is written to the table `shop`, which is then only in the journal. A file whose own
 * header has a lower number than the table lacks what that checkpoint copied.
 */
export const LEVEL_SIDE = 'ALTER TABLE shop ADD COLUMN level INTEGER NOT NULL DEFAULT 0;';

/** Level while a loss is being accepted; no file reaches it. */
export const BEING_ACCEPTED = Number.MAX_SAFE_INTEGER;

/** Offset of the four-byte `application_id` in a database header. */
const AT = 68;
const BYTES = 4;

/** Counts the checkpoints of an open database. */
export class Levels {
  readonly #db: SqliteDatabase;
  /** Row changes of the connection when a checkpoint last began, and when one was last recorded. */
  #begun = -1;
  #noted = -1;
  #isCounting = false;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  /** Whether the present write only counts. */
  get isCounting(): boolean {
    return this.#isCounting;
  }

  /** Call it before a checkpoint. */
  begin(): void {
    const changes = this.#changes;
    if (changes === this.#noted || changes === this.#begun) return;
    this.#count(() => this.#db.pragma(`application_id = ${this.#number + 1}`));
    this.#begun = changes;
  }

  /** Call it after a checkpoint that has copied the whole journal, before any other write. */
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

  /** Counts, unless writes are refused at present: one checkpoint too many makes no difference. */
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

/** Whether a file lacks what was once copied into it from the journal beside it. Another process may be writing to both. */
export function isUnderNewerJournal(db: SqliteDatabase, file: string): boolean {
  const row = db.prepare<[], { level?: number }>('SELECT * FROM shop').get();
  // Files of earlier versions have no such number. The header is read last, because it only rises.
  return numberIn(file) < (row?.level ?? 0);
}
