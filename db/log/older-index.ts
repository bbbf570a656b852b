import { accessSync, constants, statSync } from 'node:fs';
import { basename } from 'node:path';
import { INDEX_HEADER_BYTES, indexOf } from '../disk/journal.ts';
import { headerOf, isCommittedAfter } from '../disk/journal-frames.ts';
import { withFile } from '../disk/read-bytes.ts';
import { isRefusedAtStart, openSqliteReader } from '../disk/sqlite.ts';
import { StartFailure } from '../disk/start-failure.ts';

/** A writing server flushes a frame before it updates the index. The check is repeated for this long, in milliseconds. */
const LOOK_AGAIN = { times: 20, every: 100 };

/**
 * The first process that opens a database rebuilds the index of its journal (`-shm`); all others trust the existing one. Throws
 * `StartFailure` when the index misses transactions of the journal: they are hidden, not lost.
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
    // The disk may have no room for the index: what was made of it in part looks older. For a lock SQLite has waited already.
    if (isRefusedAtStart(error)) throw error;
    // The survey of the file, which comes next, reports why it cannot be read.
  } finally {
    db.close();
  }
}

/**
 * Whether the journal has a transaction that its index does not contain. Call it only while this process has the database closed:
 * closing the index file releases its locks.
 */
function isOlder(file: string): boolean {
  if (!isIndexInUse(`${file}-shm`) || !statSync(`${file}-wal`, { throwIfNoEntry: false })) return false;
  return withFile(`${file}-wal`, (journal) => {
    const header = headerOf(journal);
    const bytes = withFile(`${file}-shm`, (index) => index(0, INDEX_HEADER_BYTES));
    if (!header || bytes.length < INDEX_HEADER_BYTES) return false;
    const { frames, salt, sum } = indexOf(bytes);
    if (salt.equals(header.salt)) return isCommittedAfter(journal, header, frames === 0 ? undefined : { frames, sum });
    // A journal restart is written to its index first, and increments the first number of the salt.
    const isBegunAgain = frames === 0 && salt.readUInt32BE(0) === (header.salt.readUInt32BE(0) + 1) >>> 0;
    return !isBegunAgain && isCommittedAfter(journal, header);
  });
}

/** Whether SQLite uses the index file; where it may not write it, it builds one in memory. */
function isIndexInUse(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
