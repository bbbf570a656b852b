/** Serves the site, or runs another command. */
import { isSea } from 'node:sea';
import { COMMAND } from '#db/fatal-error.ts';
import { ownOrigin } from './process/listening.ts';
import { PRIVATE_UMASK } from './process/private-folder.ts';
import { readEnvironment, readSettings } from './process/read-settings.ts';
import { RUNNING_BUILD } from './process/running-build.ts';
import { serve } from './serve.ts';

const HELP = `Usage: ${COMMAND} [command]

  serve        Serves the site. Runs if you name no command.
  replicate    Restores the backup if the data folder is empty. Then serves the site under Litestream, which backs it up.
  events       Works with the log. ${COMMAND} events help lists its commands.
  litestream   Runs Litestream's own command line.
  health       Exits with 0 if the site on this machine responds, with 1 if it doesn't.
  --version    Prints the version and the commit; also -v.
  --help       Prints this text; also -h and help.

Settings are environment variables, or lines of a file .env.
`;

async function events(args: readonly string[]): Promise<void> {
  const { endOnOutputErrors } = await import('./cli/command.ts');
  const { runEvents } = await import('./cli/events-command.ts');
  endOnOutputErrors();
  process.exitCode = await runEvents(args);
}

/** Litestream replaces this process. */
const litestream = (args: readonly string[]) => process.execve?.('/usr/bin/env', ['env', 'litestream', ...args]);

async function replicate(): Promise<void> {
  await events(['restore', '--at-start']);
  if (process.exitCode !== 0) return;
  const program = isSea() ? [process.execPath] : [process.execPath, process.argv[1]!];
  // Litestream splits it as a shell does.
  const words = program.map((word) => word.replaceAll(/[^\w/.-]/gu, '\\$&'));
  litestream(['replicate', '-exec', [...words, 'serve'].join(' ')]);
}

async function health(): Promise<void> {
  const { settings } = readSettings(readEnvironment());
  const response = await fetch(`${ownOrigin(settings)}/healthz`).catch(() => null);
  process.exitCode = response?.ok ? 0 : 1;
}

function print(text: string): void {
  process.stdout.on('error', () => (process.exitCode = 1)).write(text);
}

const help = () => print(HELP);
const version = () => print(`${[RUNNING_BUILD.version, RUNNING_BUILD.commit].join(' ').trimEnd()}\n`);

type Commands = Readonly<Record<string, (args: readonly string[]) => unknown>>;

const ANSWERS: Commands = { help, '--help': help, '-h': help, '--version': version, '-v': version };
const COMMANDS: Commands = { serve, replicate, health, ...ANSWERS };
const WITH_ARGUMENTS: Commands = { events, litestream };

function lookUp(commands: Commands, name: string) {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

function refuse(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
}

process.umask(PRIVATE_UMASK);
const [name = 'serve', ...args] = process.argv.slice(2);
const [word] = args;
const command = lookUp(WITH_ARGUMENTS, name) ?? lookUp(COMMANDS, name);
if (!command) refuse(`There is no command ${name}.\n\n${HELP}`);
else if (word === undefined || Object.hasOwn(WITH_ARGUMENTS, name)) void command(args);
else if (lookUp(ANSWERS, word)) void ANSWERS[word]?.([]);
else refuse(`${word} is unexpected after ${name}. ${COMMAND} --help lists the commands.`);
