import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

type Environment = Readonly<Record<string, string | undefined>>;

/** The process's environment, and what a `.env` file in the working folder adds to it. What is set outside the file wins. */
export function readEnvironment(own: Environment = process.env, file = '.env'): Environment {
  try {
    return { ...parseEnv(readFileSync(file, 'utf8')), ...own };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return own;
    throw error;
  }
}
