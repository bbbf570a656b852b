import { toFatalError } from '#db/fatal-error.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { readEnvironment } from './environment.ts';

/** Prints one line for a fault that an operator can fix, and a stack for a fault of the program. */
export function exitWithFailure(error: unknown): never {
  const failure = error instanceof ConfigError ? error : toFatalError(error);
  if (failure === null) throw error;
  process.stderr.write(`${failure.message}\n`);
  process.exit(1);
}

export function readConfig(): Config {
  try {
    return loadConfig(readEnvironment());
  } catch (error) {
    return exitWithFailure(error);
  }
}
