import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Linux keeps what is written here in memory. */
const IN_MEMORY = '/dev/shm';
const ROOM_BYTES = 2 ** 30;

/**
 * Where tests keep their temporary files: in memory where the system has room for that, because the product flushes every commit and
 * most of a test would be waiting for the disk. A kill loses nothing there that it would not lose on a disk.
 */
export function testFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
