import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** Runs the command line as a process of its own over a data folder. */
export async function events(folder: string, ...words: string[]) {
  const child = spawn(process.execPath, ['server/cli/events.ts', ...words], {
    env: { DATA_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await ended) as [number];
  return { code, out, err };
}
