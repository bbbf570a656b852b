import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EVENTS_COMMAND, RESTORE, startFailureOf } from '#db/disk/start-failure.ts';
import { sqliteCode } from '#db/disk/sqlite.ts';
import { DATABASE_FILE } from '#db/schema.ts';
import { dataFolder } from './data-folder.ts';
import { doctor } from './doctor/doctor.ts';
import { exportVerb } from './export.ts';
import { forget } from './forget.ts';
import { rebuildVerb } from './rebuild.ts';
import { restore } from './restore.ts';
import { show } from './show.ts';
import { status } from './status.ts';
import { COMMON, EXIT, type Given, Misused, type Verb } from './verb.ts';
import { verify } from './verify.ts';

const VERBS: ReadonlyMap<string, Verb> = new Map(
  Object.entries({
    doctor,
    status,
    show,
    verify,
    rebuild: rebuildVerb,
    restore,
    export: exportVerb,
    forget,
  }),
);

const SUMMARY = Array.from(VERBS, ([name, { about }]) => `  ${name.padEnd(10)}${about}`).join('\n');

const USAGE = `Usage: ${EVENTS_COMMAND} <command>

${SUMMARY}
  help      This text; with a command, or as its --help, what it takes.

Each takes --json, which prints the result for programs. The log is the one in DATA_FOLDER (./data when that is
not set). Exit codes: 0 done and in order, 1 something is wrong or it could not be done, 2 wrong arguments.`;

function helpOf(name: string, { words, about, help }: Verb): string {
  return (
    `Usage: ${EVENTS_COMMAND} ${name} ${words}`.trimEnd() +
    `\n\n${about}\n\n${help}\n\n  --json   Prints the result for programs.`
  );
}

/** Parses what follows a verb. Throws `Misused`. */
function givenTo(
  { options = {}, names = { least: 0, most: 0 } }: Verb,
  args: readonly string[],
): Given & { readonly isHelp: boolean } {
  const parsed = parsedBy(options, args);
  const { help, json, ...others } = parsed.values as Given['options'];
  const { positionals } = parsed;
  const isHelp = help === true;
  if (!isHelp && positionals.length < names.least) throw new Misused('Something is missing.');
  if (positionals.length > names.most) throw new Misused(`${positionals[names.most]} is one word too many.`);
  return { names: positionals, options: others, isJson: json === true, isHelp };
}

function parsedBy(options: NonNullable<Verb['options']>, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { ...options, ...COMMON }, allowPositionals: true });
  } catch (error) {
    throw new Misused(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Prints what is wrong with the arguments. */
function misused(words: string, usage: string): number {
  console.error(`${words}\n\n${usage}`.trimStart());
  return EXIT.misused;
}

async function carryOut([name = '', ...args]: readonly string[]): Promise<number> {
  const asked = name === 'help' ? args[0] : undefined;
  if (['help', '--help', '-h'].includes(name) && asked === undefined) {
    console.log(USAGE);
    return EXIT.done;
  }
  const verb = VERBS.get(asked ?? name);
  if (!verb) return misused(name === '' ? '' : `There is no command ${asked ?? name}.`, USAGE);
  const usage = helpOf(asked ?? name, verb);
  try {
    const given = givenTo(verb, asked === undefined ? args : ['--help']);
    if (!given.isHelp) return await verb.run(given);
    console.log(usage);
    return EXIT.done;
  } catch (error) {
    if (error instanceof Misused) return misused(error.message, usage);
    throw error;
  }
}

/** The message of an error that ends a command. For an error of the disk it names the file, or the folder, and says what to do. */
function messageOf(error: unknown): string {
  const { path = sqliteCode(error) === null ? undefined : join(dataFolder(), DATABASE_FILE) } =
    error as NodeJS.ErrnoException;
  const failure = startFailureOf(error, path, RESTORE);
  if (failure) return failure.message;
  return error instanceof Error ? error.message : String(error);
}

/** Runs the command with these arguments, and prints its results and errors. Resolves with the process's exit code: 0 for success. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    return await carryOut(args);
  } catch (error) {
    console.error(messageOf(error));
    return EXIT.wrong;
  }
}
