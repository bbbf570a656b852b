/** The process cannot start. The message names the file that is at fault and says what its operator can do about it. */
export class StartFailure extends Error {}

/** What to do about a log or a vault that cannot be read. */
export const RESTORE =
  'Put it back from a backup, log.db and vault.db from the same one, and move what ends in -wal or -shm away unless the backup has it, too.';

const MEANINGS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'files may not grow any more',
  EROFS: 'the disk is mounted read-only',
  EACCES: 'the user of this process may not',
  EPERM: 'the user of this process may not',
  EEXIST: 'a file is in the way',
  ENOTDIR: 'a file is in the way',
  EISDIR: 'it is a folder',
};

/** Why the operating system refused, in words, with its own code for those who search for it. */
export function meaningOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const meaning = code === undefined ? undefined : MEANINGS[code];
  return meaning === undefined ? message : `${meaning} (${code})`;
}
