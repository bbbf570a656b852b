import { existsSync, statSync } from 'node:fs';
import { isSea } from 'node:sea';
import { getSystemErrorMap } from 'node:util';

/** The executable, or Node with the built program. */
export const COMMAND = isSea() ? process.execPath : `${process.argv0} ${process.argv[1]}`;

/** For advice in messages. The image has no npm. */
export const EVENTS_COMMAND =
  import.meta.filename.endsWith('.ts') || process.env['npm_lifecycle_event'] !== undefined
    ? 'npm run events --'
    : `${COMMAND} events`;

/** Ends the process. The message names the faulty file and tells the operator what to do. */
export class FatalError extends Error {}

export const RESTORE_FILE_ADVICE = `Restore it from a backup: move halfday.db with its -wal and -shm files out of the folder, then run \`${EVENTS_COMMAND} restore\`.`;

/** For errors that leave the file intact, where a restore would lose data. SQLite appends details to these codes. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/^(?:ENOSPC|EDQUOT|EFBIG|SQLITE_FULL|SQLITE_IOERR_SHM(?:OPEN|SIZE)$)/, 'Make room.'],
  [/^(?:EROFS|SQLITE_READONLY)/, 'Make it writable (chown, chmod, mount).'],
  [/^SQLITE_CANTOPEN/, 'The user of this process must own it and its folder, on a disk with room.'],
  [/^(?:EACCES|EPERM)/, 'Give it to the user of this process (chown, chmod).'],
  [/^SQLITE_(?:BUSY|PROTOCOL)/, 'End the process that uses it.'],
  [/^E[MN]FILE/, 'Allow more open files (ulimit -n).'],
];

interface SystemError {
  readonly code?: unknown;
  readonly path?: unknown;
  readonly message: string;
}

export function systemErrorText(error: unknown): string {
  const { code, message } = error as SystemError;
  if (typeof code !== 'string') return message;
  const [, words = message] =
    getSystemErrorMap()
      .values()
      .find(([name]) => name === code) ?? [];
  return `${words} (${code})`;
}

/** Null for a bug. Without `file`, the error must name one. */
export function toFatalError(error: unknown, file?: string, advice = ''): FatalError | null {
  if (error instanceof FatalError) return error;
  const { code, path } = error as SystemError;
  const name = file ?? path;
  if (typeof code !== 'string' || typeof name !== 'string') return null;
  const [, remedy = advice] = REMEDIES.find(([codes]) => codes.test(code)) ?? [];
  return new FatalError(`${name} cannot be used: ${systemErrorText(error)}. ${remedy}`.trimEnd(), { cause: error });
}

/** Turns system errors into a `FatalError` with this advice. */
export function wrapFileErrors<Result>(file: string, advice: string, use: () => Result): Result {
  try {
    if (existsSync(file) && !statSync(file).isFile()) throw new FatalError(`${file} is not a file. ${advice}`);
    return use();
  } catch (error) {
    throw toFatalError(error, file, advice) ?? error;
  }
}

/** The message of the `FatalError` that a check throws; null if it passes. */
export async function faultOf(check: () => unknown): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (error instanceof FatalError) return error.message;
    throw error;
  }
}
