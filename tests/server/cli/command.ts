import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** Each process would compile the whole program again. */
const COMPILED = join(process.cwd(), 'node_modules/.cache/compiled');

/** Runs the command line as a process of its own over a data folder. */
export async function events(folder: string, ...words: string[]) {
  const child = spawn(process.execPath, ['server/cli/events.ts', ...words], {
    env: { DATA_FOLDER: folder, NODE_COMPILE_CACHE: COMPILED },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await ended) as [number];
  return { code, out, err };
}
