import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { meaningOf } from './start-failure.ts';

/** Free space that a start needs, with a margin. */
const ROOM_BYTES = 1024 * 1024;

/** Why a folder cannot be written to, in words; null when it can. Writes a file and removes it. */
export function whyNotWritable(folder: string): string | null {
  const probe = join(folder, 'room.tmp');
  const remove = () => rmSync(probe, { recursive: true, force: true });
  try {
    remove();
    writeFileSync(probe, Buffer.alloc(ROOM_BYTES), { flush: true });
    return null;
  } catch (error) {
    return `The data folder cannot be written: ${meaningOf(error)}`;
  } finally {
    try {
      remove();
    } catch {
      // A disk that accepts no writes keeps the trial file of an earlier process.
    }
  }
}

/** Whether the system reports almost no free space, or reports nothing. Writes no file. */
export function mayBeFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < ROOM_BYTES;
  } catch {
    return true;
  }
}
