import { fstatSync, openSync, readSync } from 'node:fs';

/** A checkpoint is due when the journal has this many pages that the database file does not have: SQLite's own default. */
const CHECKPOINT_FRAMES = 1000;

/** Bytes, as SQLite's documentation of the WAL format gives them. */
/** The part of the index that other processes also write: how far each of them reads. */
const READERS = { start: 100, end: 128 };
/** The page numbers of the first frames; written once. */
const PAGES = { start: 136, bytes: 4, most: 4062 };
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const SALT_BYTES = 8;

/** SQLite's view of a journal: its index in shared memory. */
interface Index {
  /** Valid frames, from the beginning of the file. */
  readonly frames: number;
  /** Number of frames already copied into the database file. */
  readonly copied: number;
  readonly frameBytes: number;
  /** Random; renewed when the file is overwritten from its beginning. Present in its header and in every frame. */
  readonly salt: Buffer;
}

/** The journal (`-wal`) of an open database, compared with its index (`-shm`), which describes what this process has written. */
export class Journal {
  // They stay open as long as the process: closing one would release SQLite's locks on the same file.
  readonly #file: number;
  readonly #index: number;
  /** The index as this process last wrote it. */
  #left: Buffer;
  #spare: Buffer = Buffer.alloc(0);
  #last: Index;
  #triedAt = 0;

  constructor(database: string) {
    this.#file = openSync(`${database}-wal`, 'r');
    this.#index = openSync(`${database}-shm`, 'r');
    this.#left = this.#read(this.#spare);
    this.#last = indexOf(this.#left);
  }

  /**
   * Whether the index differs from what this process last wrote. An older index would hide the last commits and let them be
   * overwritten.
   */
  isIndexAltered(): boolean {
    const left = this.#left;
    const now = this.#read(this.#spare);
    const isSame = (start: number, end?: number) => now.subarray(start, end).equals(left.subarray(start, end));
    return now.length !== left.length || !isSame(0, READERS.start) || !isSame(READERS.end);
  }

  /**
   * Records what this process has just written. Returns whether the file is incomplete (at its beginning, at its end, or where it
   * ended at the last call) or the index has lost what it contained then.
   */
  isTorn(): boolean {
    const [before, left] = [this.#last, this.#left];
    this.#left = this.#read(this.#spare);
    this.#spare = left;
    const now = indexOf(this.#left);
    this.#last = now;
    const isSame = now.salt.equals(before.salt);
    if (isSame && (now.frames < before.frames || !pagesOf(before, this.#left).equals(pagesOf(before, left))))
      return true;
    if (now.frames === 0) return false;
    if (!this.#hasSalt(HEADER_BYTES - 2 * SALT_BYTES, now.salt)) return true;
    return !this.#hasFrame(now.frames, now) || (isSame && before.frames > 0 && !this.#hasFrame(before.frames, now));
  }

  /** Whether a checkpoint is due. After a failed one the next is due when the journal has grown by as much again. */
  isCheckpointDue(): boolean {
    const { frames, copied } = this.#last;
    if (frames < this.#triedAt) this.#triedAt = 0;
    if (frames - Math.max(copied, this.#triedAt) < CHECKPOINT_FRAMES) return false;
    this.#triedAt = frames;
    return true;
  }

  /** Whether the journal has frames that the database file does not have. */
  get isAhead(): boolean {
    return this.#last.frames > this.#last.copied;
  }

  /** Reads the whole index, into this buffer if it has the right size. */
  #read(buffer: Buffer): Buffer {
    const { size } = fstatSync(this.#index);
    const bytes = buffer.length === size ? buffer : Buffer.alloc(size);
    readSync(this.#index, bytes, 0, size, 0);
    return bytes;
  }

  #hasFrame(frame: number, { frameBytes, salt }: Index): boolean {
    return this.#hasSalt(HEADER_BYTES + (frame - 1) * frameBytes + SALT_BYTES, salt);
  }

  #hasSalt(at: number, salt: Buffer): boolean {
    const bytes = Buffer.alloc(SALT_BYTES);
    return readSync(this.#file, bytes, 0, SALT_BYTES, at) === SALT_BYTES && bytes.equals(salt);
  }
}

function pagesOf({ frames }: Index, bytes: Buffer): Buffer {
  return bytes.subarray(PAGES.start, PAGES.start + PAGES.bytes * Math.min(frames, PAGES.most));
}

/** Parses the beginning of an index. */
function indexOf(bytes: Buffer): Index {
  const pageSize = bytes.readUInt16LE(14);
  return {
    frames: bytes.readUInt32LE(16),
    copied: bytes.readUInt32LE(96),
    // 65,536 does not fit into two bytes and is stored as 1.
    frameBytes: FRAME_HEADER_BYTES + (pageSize === 1 ? 65_536 : pageSize),
    salt: Buffer.from(bytes.subarray(32, 32 + SALT_BYTES)),
  };
}
