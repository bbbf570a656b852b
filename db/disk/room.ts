import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { meaningOf } from './start-failure.ts';

/** What a start needs room for, and a little more. */
const ROOM_BYTES = 1024 * 1024;

/** Why a folder takes no writes, in words; null when it does. Writes a file, and removes it. */
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
      // A disk that takes nothing keeps what an earlier process left there.
    }
  }
}

/** Whether the system says that there is next to no room, or does not say. Writes nothing. */
export function mayBeFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < ROOM_BYTES;
  } catch {
    return true;
  }
}
