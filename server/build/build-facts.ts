import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

function commitOf(folder: string, env: Environment): string | null {
  if (env['COMMIT']) return env['COMMIT'];
  const words = ['describe', '--always', '--dirty', '--abbrev=8', '--exclude=*'];
  const { status, stdout } = spawnSync('git', words, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/**
 * The version of the sources in a folder and their commit, which ends with `-dirty` if they have changed since. The image is built
 * without a repository, so the variable `COMMIT` names the commit there.
 */
export function buildFacts(folder: string, env: Environment) {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { version, commit: commitOf(folder, env) };
}
