import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sealOf } from '#db/integrity/examine-folder.ts';
import { isProjectionName, projections } from '#db/projections/index.ts';
import { isBroken, isCorrupt, isRefusedAtStart } from '#db/disk/sqlite.ts';
import { startFailureOf } from '#db/disk/start-failure.ts';
import { LOG_FILE, isThere } from '#db/integrity/file-records.ts';
import { dataFolderOf } from '../process/config.ts';
import { readEnvironment } from '../process/environment.ts';
import { accept } from './accept.ts';
import { rebuildReadModels } from './rebuild.ts';
import { verifyLog } from './verify.ts';

const NAMES = Object.keys(projections);

const USAGE = `Usage: npm run events -- <command>

  rebuild [name]  Replay the log into a fresh read model (${NAMES.join(', ')}; all when none is
                  named) while the site serves, and have it swapped in.
  verify          Look at every event: whether it is as it was written, whether what is personal of
                  it has its key or its person was forgotten, whether each account has its address
                  and password, and whether log and vault belong together and each of their pages
                  is whole. Prints how many events there are and
                  the last one's hash; says what is wrong and exits with 1.
  accept [--yes]  When a start says that log.db or vault.db is older than the other and there is no
                  newer one: show what is lost and, once you agree, let the site go on without it.
                  --yes agrees without being asked.
  help            This text.

The log is the one in DATA_FOLDER (./data when that is not set).`;

/** The exit code for wrong arguments. */
const MISUSED = 2;

const AGAIN = 'Make room or make it writable, and run the command again.';

interface Words {
  readonly command: string | undefined;
  /** The command's arguments. */
  readonly names: readonly string[];
  readonly isHelp: boolean;
  readonly isSure: boolean;
}

/** Parses the arguments; null when they are invalid. */
function wordsOf(args: readonly string[]): Words | null {
  const options = {
    help: { type: 'boolean', short: 'h', default: false },
    yes: { type: 'boolean', default: false },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [command, ...names] = positionals;
    const isMisused = names.length > (command === 'rebuild' ? 1 : 0) || (values.yes && command !== 'accept');
    return isMisused ? null : { command, names, isHelp: values.help || command === 'help', isSure: values.yes };
  } catch {
    return null;
  }
}

/** Runs the command in the folder. Resolves with the exit code. */
async function carryOut(args: readonly string[], folder: () => string): Promise<number> {
  const words = wordsOf(args);
  if (words?.isHelp) {
    console.log(USAGE);
    return 0;
  }
  if (words?.command === 'verify') return verifyLog(folder());
  if (words?.command === 'accept') return accept(folder(), { isSure: words.isSure });
  if (words?.command === 'rebuild') {
    const [name] = words.names;
    if (name === undefined) return rebuildReadModels(folder(), NAMES.filter(isProjectionName));
    if (isProjectionName(name)) return rebuildReadModels(folder(), [name]);
    console.error(`There is no read model called ${name}.\n`);
  }
  console.error(USAGE);
  return MISUSED;
}

/** The folder of the log. Throws when there is none. */
function logFolder(): string {
  const folder = dataFolderOf(readEnvironment());
  if (isThere(join(folder, LOG_FILE))) return folder;
  const seal = existsSync(folder) ? sealOf(folder) : null;
  if (seal) throw new Error(`${seal.reason}\n${seal.advice}`);
  throw new Error(`There is no event log in ${folder}. DATA_FOLDER says where to look.`);
}

/** The message of an error that ends a command. For an error of the disk it names the file, or the folder, and says what to do. */
function messageOf(error: unknown): string {
  if (isRefusedAtStart(error) || (isBroken(error) && !isCorrupt(error))) {
    const { path = dataFolderOf(readEnvironment()) } = error as NodeJS.ErrnoException;
    const failure = startFailureOf(error, path, AGAIN);
    if (failure) return failure.message;
  }
  return error instanceof Error ? error.message : String(error);
}

/** Runs the command with these arguments, and prints its results and errors. Resolves with the process's exit code: 0 for success. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    return await carryOut(args, logFolder);
  } catch (error) {
    console.error(messageOf(error));
    return 1;
  }
}
