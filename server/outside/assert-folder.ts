import { existsSync, statSync } from 'node:fs';
import { StartFailure } from '#db/start-failure.ts';

/** Throws `StartFailure` when a file is in the place of a stand-in's folder, which may be missing. */
export function assertFolder(folder: string): void {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new StartFailure(`${folder} is no folder. Move it away: the server makes the folder that it needs.`);
}
