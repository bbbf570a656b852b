import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getSystemErrorMap } from 'node:util';

function eventsCommand(): string {
  const { env, argv, argv0 } = process;
  const isBuilt = !import.meta.filename.endsWith('.ts');
  if (!isBuilt || env['npm_lifecycle_event'] !== undefined) return 'npm run events --';
  return `${argv0} ${join(dirname(argv[1] ?? ''), 'events.js')}`;
}

/**
 * The command line of `server/cli/events.ts`, for advice in messages. If npm did not start this process, it is Node with the built
 * program, because the image has neither npm nor the sources.
 */
export const EVENTS_COMMAND = eventsCommand();

/** The process cannot start, or cannot go on. The message names the faulty file and says what the operator can do. */
export class StartFailure extends Error {}

/** Advice for a database whose content cannot be read. */
export const RESTORE = `Put it back from a backup: move halfday.db with its -wal and -shm files out of the folder, then run \`${EVENTS_COMMAND} restore\`.`;

/** Advice for errors that leave the file intact: an older file in its place would lose data. A code of SQLite may be longer. */
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

/** Why the operating system or SQLite refused, in its own words, followed by the error's code for a web search. */
export function meaningOf(error: unknown): string {
  const { code, message } = error as SystemError;
  if (typeof code !== 'string') return message;
  const [, words = message] =
    getSystemErrorMap()
      .values()
      .find(([name]) => name === code) ?? [];
  return `${words} (${code})`;
}

/**
 * The message for an error that ends a start; null for a fault of the program. `file` is the file in use, unless the error names
 * one.
 */
export function startFailureOf(error: unknown, file?: string, advice = ''): StartFailure | null {
  if (error instanceof StartFailure) return error;
  const { code, path } = error as SystemError;
  const name = file ?? path;
  if (typeof code !== 'string' || typeof name !== 'string') return null;
  const [, remedy = advice] = REMEDIES.find(([codes]) => codes.test(code)) ?? [];
  return new StartFailure(`${name} cannot be used: ${meaningOf(error)}. ${remedy}`.trimEnd(), { cause: error });
}

/** Uses a file that the start depends on; it may be missing. Throws `StartFailure`, with the reason and this advice. */
export function forStart<Result>(file: string, advice: string, use: () => Result): Result {
  try {
    if (existsSync(file) && !statSync(file).isFile()) throw new StartFailure(`${file} is no file. ${advice}`);
    return use();
  } catch (error) {
    throw startFailureOf(error, file, advice) ?? error;
  }
}
