import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `-dirty`: the sources have changed. The image has no repository; the variable `COMMIT` names the commit there. */
export function buildFacts(folder: string, env: Readonly<Record<string, string | undefined>>) {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const words = ['describe', '--always', '--dirty', '--abbrev=8', '--exclude=*'];
  const { status, stdout } = spawnSync('git', words, { cwd: folder, encoding: 'utf8' });
  return { version, commit: env['COMMIT'] || (status === 0 ? stdout.trim() : null) };
}
