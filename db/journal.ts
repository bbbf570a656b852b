import { openSync, readSync } from 'node:fs';

/** A checkpoint is due when the journal has so many pages that the database file has not: SQLite's own measure. */
const CHECKPOINT_FRAMES = 1000;

/** Bytes, as SQLite's documentation of the WAL format gives them. */
const INDEX_BYTES = 100;
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const SALT_BYTES = 8;

/** What SQLite holds for true of a journal: the index that it keeps in shared memory. */
interface Index {
  /** Frames that count, from the beginning of the file. */
  readonly frames: number;
  /** How many of them the database file has, too. */
  readonly copied: number;
  readonly frameBytes: number;
  /** Drawn anew when the file is written from its beginning again; stands in its header and in every frame. */
  readonly salt: Buffer;
}

/** The journal (`-wal`) of an open database, compared with its index (`-shm`), which says what this process has written there. */
export class Journal {
  // They stay open as long as the process: to close one would end the locks that SQLite has on the same file.
  readonly #file: number;
  readonly #index: number;
  #last: Index;
  #triedAt = 0;

  constructor(database: string) {
    this.#file = openSync(`${database}-wal`, 'r');
    this.#index = openSync(`${database}-shm`, 'r');
    this.#last = this.#look();
  }

  /** Whether the file lacks what was written to it, at its beginning, at its end now, or at its end when this was asked before. */
  isTorn(): boolean {
    const before = this.#last;
    const now = this.#look();
    this.#last = now;
    if (now.frames === 0) return false;
    const isSame = now.salt.equals(before.salt);
    if (!this.#hasSalt(HEADER_BYTES - 2 * SALT_BYTES, now.salt)) return true;
    return !this.#hasFrame(now.frames, now) || (isSame && before.frames > 0 && !this.#hasFrame(before.frames, now));
  }

  /** Whether what the database file lacks is to be copied there. One that failed is due again when as much has come to it. */
  isCheckpointDue(): boolean {
    const { frames, copied } = this.#last;
    if (frames < this.#triedAt) this.#triedAt = 0;
    if (frames - Math.max(copied, this.#triedAt) < CHECKPOINT_FRAMES) return false;
    this.#triedAt = frames;
    return true;
  }

  /** Whether the database file lacks anything that is here. */
  get isAhead(): boolean {
    return this.#last.frames > this.#last.copied;
  }

  #look(): Index {
    const bytes = Buffer.alloc(INDEX_BYTES);
    readSync(this.#index, bytes, 0, INDEX_BYTES, 0);
    const pageSize = bytes.readUInt16LE(14);
    return {
      frames: bytes.readUInt32LE(16),
      copied: bytes.readUInt32LE(96),
      // 65,536 does not fit, and stands there as 1.
      frameBytes: FRAME_HEADER_BYTES + (pageSize === 1 ? 65_536 : pageSize),
      salt: bytes.subarray(32, 32 + SALT_BYTES),
    };
  }

  #hasFrame(frame: number, { frameBytes, salt }: Index): boolean {
    return this.#hasSalt(HEADER_BYTES + (frame - 1) * frameBytes + SALT_BYTES, salt);
  }

  #hasSalt(at: number, salt: Buffer): boolean {
    const bytes = Buffer.alloc(SALT_BYTES);
    return readSync(this.#file, bytes, 0, SALT_BYTES, at) === SALT_BYTES && bytes.equals(salt);
  }
}
