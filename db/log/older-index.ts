import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { INDEX_HEADER_BYTES, indexOf } from '../disk/journal.ts';
import { type Read, headerOf, isCommittedAfter } from '../disk/journal-frames.ts';
import { isLockedByOther, openSqliteReader } from '../disk/sqlite.ts';
import { StartFailure } from '../disk/start-failure.ts';

/** A server that writes flushes a frame before the index tells of it: so long it may take, in milliseconds. */
const LOOK_AGAIN = { times: 20, every: 100 };

/**
 * The first process that opens a database makes the index of its journal (`-shm`) anew; all others believe the index that is
 * there. Throws `StartFailure` when that one does not tell of everything that the journal has: what is missing then is not lost.
 */
export function demandNewestIndex(file: string): void {
  haveIndexMade(file);
  for (let looks = 0; isOlder(file); looks++) {
    if (looks === LOOK_AGAIN.times) {
      const name = basename(file);
      throw new StartFailure(
        `${file}-shm is older than ${name}-wal: another process keeps ${name} open. End that process and start again; nothing is missing.`,
      );
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN.every);
  }
}

function haveIndexMade(file: string): void {
  const db = openSqliteReader(file);
  try {
    db.prepare('SELECT 1 FROM sqlite_master').get();
  } catch (error) {
    // SQLite has waited for it: to look again would wait as long.
    if (isLockedByOther(error)) throw error;
    // The survey of the file, which comes next, says why it cannot be read.
  } finally {
    db.close();
  }
}

/**
 * Whether the journal has a transaction that its index does not tell of. To be called while this process has the database closed:
 * to close the file of the index ends the locks on it.
 */
function isOlder(file: string): boolean {
  if (!isIndexInUse(`${file}-shm`) || !statSync(`${file}-wal`, { throwIfNoEntry: false })) return false;
  return withFile(`${file}-wal`, (journal) => {
    const header = headerOf(journal);
    const bytes = withFile(`${file}-shm`, (index) => index(0, INDEX_HEADER_BYTES));
    if (!header || bytes.length < INDEX_HEADER_BYTES) return false;
    const { frames, salt, sum } = indexOf(bytes);
    if (salt.equals(header.salt)) return isCommittedAfter(journal, header, frames === 0 ? undefined : { frames, sum });
    // A journal is begun again in its index first, and the first number of the salt goes up by one.
    const isBegunAgain = frames === 0 && salt.readUInt32BE(0) === (header.salt.readUInt32BE(0) + 1) >>> 0;
    return !isBegunAgain && isCommittedAfter(journal, header);
  });
}

/** Where SQLite may not write the index, it makes one of its own in memory. */
function isIndexInUse(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function withFile<Result>(path: string, use: (read: Read) => Result): Result {
  const file = openSync(path, 'r');
  try {
    return use((at, bytes) => {
      const buffer = Buffer.alloc(bytes);
      return buffer.subarray(0, readSync(file, buffer, 0, bytes, at));
    });
  } finally {
    closeSync(file);
  }
}
