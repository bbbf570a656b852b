/** The entry of the built product: serves the site, or runs one of its other commands. */
import { COMMAND } from '#db/fatal-error.ts';
import { readEnvironment } from './process/environment.ts';
import { PRIVATE_UMASK } from './process/private-folder.ts';
import { RUNNING_BUILD } from './process/running-build.ts';
import { serve } from './serve.ts';

const HELP = `Usage: ${COMMAND} [command]

  serve        Serves the site. Runs if you name no command.
  replicate    Restores the backup if the data folder is empty. Then serves the site under Litestream, which backs it up.
  events       Works with the log. ${COMMAND} events help lists its commands.
  litestream   Runs Litestream's own command line.
  health       Exits with 0 if the site on this machine responds, with 1 if it doesn't.
  --version    Prints the version and the commit.
  --help       Prints this text.

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
  if (process.exitCode === 0) litestream(['replicate', '-exec', `${COMMAND} serve`]);
}

async function health(): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${readEnvironment()['PORT'] ?? 3000}/healthz`).catch(() => null);
  process.exitCode = response?.ok ? 0 : 1;
}

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => unknown>> = {
  serve,
  replicate,
  events,
  litestream,
  health,
  '--version': () => process.stdout.write(`${[RUNNING_BUILD.version, RUNNING_BUILD.commit].join(' ').trimEnd()}\n`),
  '--help': () => process.stdout.write(HELP),
};

process.umask(PRIVATE_UMASK);
const [name = 'serve', ...args] = process.argv.slice(2);
const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (!run) {
  process.stderr.write(`There is no command ${name}.\n\n${HELP}`);
  process.exitCode = 2;
}
void run?.(args);
