import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { FatalError, systemErrorText, toFatalError } from '#db/fatal-error.ts';

/** Folders get 0700 and files 0600. */
export const PRIVATE_UMASK = 0o077;

const OTHERS = 0o077;

export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new FatalError(
      `Can't create the data folder ${folder}: ${systemErrorText(error)}. Set DATA_FOLDER to a folder that this user can write.`,
      { cause: error },
    );
  }
}

/** Other users then can't open anything in it. False if they had no access. Throws if another user owns the folder. */
export function makePrivate(folder: string): boolean {
  const { mode } = statSync(folder);
  // Windows has no such modes.
  if ((mode & OTHERS) === 0 || process.platform === 'win32') return false;
  chmodSync(folder, mode & 0o700);
  return true;
}

/** Throws `FatalError` for a file or an unreadable folder. It may be missing. */
export function assertFolder(folder: string): void {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory())
    throw new FatalError(`${folder} is not a folder. Move it away: the server creates the folder that it needs.`);
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
  } catch (error) {
    throw toFatalError(error, folder) ?? error;
  }
}
