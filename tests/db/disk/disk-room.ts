import type * as FileSystem from 'node:fs';

/** Whether the disk has no room for a second file. */
export const room = { isFull: false };

/** `node:fs` on a disk whose room is `room`. */
export function limited(fs: typeof FileSystem): typeof FileSystem {
  return {
    ...fs,
    statfsSync: ((path: string) => {
      const { bavail, ...rest } = fs.statfsSync(path);
      return { ...rest, bavail: room.isFull ? 0 : bavail };
    }) as typeof FileSystem.statfsSync,
  };
}
