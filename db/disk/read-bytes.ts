import { closeSync, openSync, readSync } from 'node:fs';

/** Reads so many bytes from here on; fewer at the end. */
export type Read = (at: number, bytes: number) => Buffer;

/**
 * Opens a file for reading, for as long as `use` runs. Call it only while this process has no connection to a database in the file:
 * closing a file releases all locks that the process has on it, SQLite's included.
 */
export function withFile<Result>(path: string, use: (read: Read) => Result): Result {
  const file = openSync(path, 'r');
  try {
    return use(readerOf(file));
  } finally {
    closeSync(file);
  }
}

/** Opens a file for reading, for the life of the process: a connection to the database in it keeps its locks. */
export function keepFile(path: string): Read {
  return readerOf(openSync(path, 'r'));
}

function readerOf(file: number): Read {
  return (at, bytes) => {
    const buffer = Buffer.alloc(bytes);
    return buffer.subarray(0, readSync(file, buffer, 0, bytes, at));
  };
}
