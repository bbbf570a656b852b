import { chmodSync, lstatSync, mkdirSync, readdirSync, accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
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

/** Empty for another user's folder, such as the `lost+found` of a volume. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Recursively, except symbolic links. `refused`: could not be changed. */
export function makePrivate(folder: string): { readonly narrowed: number; readonly refused: readonly string[] } {
  const refused: string[] = [];
  let narrowed = 0;
  const narrow = (path: string) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats || stats.isSymbolicLink()) return;
    if ((stats.mode & OTHERS) !== 0) {
      try {
        chmodSync(path, stats.mode & 0o700);
        narrowed += 1;
      } catch {
        refused.push(path);
      }
    }
    if (stats.isDirectory()) for (const name of namesIn(path)) narrow(join(path, name));
  };
  // Windows has no such modes.
  if (process.platform !== 'win32') narrow(folder);
  return { narrowed, refused };
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
