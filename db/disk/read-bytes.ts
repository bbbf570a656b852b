import { closeSync, openSync, readSync } from 'node:fs';

/** Reads so many bytes from here on; fewer at the end. */
export type Read = (at: number, bytes: number) => Buffer;

/** Opens a file for reading, for as long as `use` runs. */
export function withFile<Result>(path: string, use: (read: Read) => Result): Result {
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
