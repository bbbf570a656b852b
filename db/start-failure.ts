import { accessSync, constants, lstatSync, readlinkSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

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

const FULL = 'the disk is full';
const READ_ONLY = 'it is read-only';
const NOT_ALLOWED = 'the user of this process may not';
const BROKEN_DISK = 'the disk failed';
const IN_USE = 'another process keeps it to itself';
const TOO_MANY = 'too many files are open';
const NOT_OPENED = 'it cannot be opened';

/** Meanings of error codes of the operating system and of SQLite; a longer code of SQLite inherits the meaning of its prefix. */
const MEANINGS: Readonly<Record<string, string>> = {
  ENOSPC: FULL,
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'files may not grow any more',
  EROFS: 'the disk is mounted read-only',
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  ENOENT: 'it is missing',
  EEXIST: 'a file is in the way',
  ENOTDIR: 'a file is in the way',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a link that leads back to itself',
  EIO: BROKEN_DISK,
  EMFILE: TOO_MANY,
  ENFILE: TOO_MANY,
  SQLITE_CANTOPEN: NOT_OPENED,
  SQLITE_IOERR: BROKEN_DISK,
  SQLITE_IOERR_SHMOPEN: FULL,
  SQLITE_IOERR_SHMSIZE: FULL,
  SQLITE_IOERR_WRITE: 'the disk takes no writes',
  SQLITE_READONLY: READ_ONLY,
  SQLITE_FULL: FULL,
  SQLITE_BUSY: IN_USE,
  SQLITE_PROTOCOL: IN_USE,
};

/** Advice for errors that leave the file intact: an older file in its place would lose data. */
const REMEDIES: Readonly<Record<string, string>> = {
  [FULL]: 'Make room.',
  [READ_ONLY]: 'Make it writable (chown, chmod, mount).',
  [NOT_OPENED]: 'The user of this process must own it and its folder, on a disk with room.',
  [NOT_ALLOWED]: 'Give it to that user (chown, chmod).',
  [IN_USE]: 'End that process.',
  [TOO_MANY]: 'Allow more (ulimit -n).',
};

/** What is wrong with the content of a file. */
const CONTENTS: readonly (readonly [RegExp, string])[] = [
  [/^SQLITE_NOTADB/, 'is not a database'],
  [/^SQLITE_CORRUPT/, 'is damaged or cut off'],
];

interface Refused {
  readonly code?: unknown;
  readonly path?: unknown;
  readonly message: string;
}

function meaning(code: string): string | undefined {
  return MEANINGS[code] ?? MEANINGS[code.split('_', 2).join('_')];
}

/** Why the operating system or SQLite refused, in words, followed by the error's code for a web search. */
export function meaningOf(error: unknown): string {
  const { code, message } = error as Refused;
  if (typeof code !== 'string') return message;
  return `${meaning(code) ?? message} (${code})`;
}

/**
 * The message for an error that ends a start; null for a fault of the program. `file` is the file in use, unless the error names
 * one.
 */
export function startFailureOf(error: unknown, file?: string, advice = ''): StartFailure | null {
  if (error instanceof StartFailure) return error;
  const { code, path } = error as Refused;
  const name = file ?? path;
  if (typeof code !== 'string' || typeof name !== 'string') return null;
  const [, content] = CONTENTS.find(([codes]) => codes.test(code)) ?? [];
  const what = content ?? `cannot be used: ${meaningOf(error)}`;
  const why = meaning(code) ?? '';
  const remedy = REMEDIES[why] ?? (why === BROKEN_DISK ? `Check the disk. ${advice}` : advice);
  return new StartFailure(`${name} ${what}. ${remedy}`.trimEnd(), { cause: error });
}

/** Throws `StartFailure` for a path that exists and cannot be read as a file, or as a folder. */
export function demand(kind: 'file' | 'folder', path: string, advice: string): void {
  try {
    if (!lstatSync(path, { throwIfNoEntry: false })) return;
    const stats = statSync(path, { throwIfNoEntry: false });
    const isOfKind = kind === 'file' ? stats?.isFile() : stats?.isDirectory();
    if (!stats) throw new StartFailure(`${path} is a link to ${readlinkSync(path)}, which is missing. ${advice}`);
    if (!isOfKind) throw new StartFailure(`${path} is no ${kind}. ${advice}`);
    accessSync(path, kind === 'file' ? constants.R_OK : constants.R_OK | constants.X_OK);
  } catch (error) {
    // A file in the place of the folder is reported where the folder is made.
    if ((error as Refused).code === 'ENOTDIR') return;
    throw startFailureOf(error, path, advice) ?? error;
  }
}

/** Uses a file that the start depends on; it may be missing. Throws `StartFailure`, with the reason and this advice. */
export function forStart<Result>(file: string, advice: string, use: () => Result): Result {
  demand('file', file, advice);
  try {
    return use();
  } catch (error) {
    throw startFailureOf(error, file, advice) ?? error;
  }
}
