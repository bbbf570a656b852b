import { existsSync, statSync } from 'node:fs';
import { FatalError } from '#db/fatal-error.ts';

/** Throws `FatalError` when a file is in the place of a stand-in's folder, which may be missing. */
export function assertFolder(folder: string): void {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new FatalError(`${folder} is no folder. Move it away: the server makes the folder that it needs.`);
}
