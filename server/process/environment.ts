import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { wrapFileErrors } from '#db/fatal-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The process's variables win over those of `.env`. Throws `FatalError`. */
export function readEnvironment(own: Environment = process.env, file = '.env'): Environment {
  return wrapFileErrors(file, 'Make it a file that can be read, or remove it.', () =>
    existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...own } : own,
  );
}
