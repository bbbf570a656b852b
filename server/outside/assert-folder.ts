import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { FatalError, toFatalError } from '#db/fatal-error.ts';

/** Throws `FatalError` for a folder that is a file or can't be read. It may be missing. */
export function assertFolder(folder: string): void {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory())
    throw new FatalError(`${folder} is no folder. Move it away: the server makes the folder that it needs.`);
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
  } catch (error) {
    throw toFatalError(error, folder) ?? error;
  }
}
