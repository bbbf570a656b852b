import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { format } from 'node:util';
import { onTestFinished, vi } from 'vitest';
import { runCommand } from '#server/cli/command.ts';

/** Each process would compile the whole program again. */
const COMPILED = join(process.cwd(), 'node_modules/.cache/compiled');

/** Runs a command over a data folder in this process. Starting a process takes longer than most commands. */
export async function events(folder: string, ...words: string[]) {
  let out = '';
  let err = '';
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
  const log = vi.spyOn(console, 'log').mockImplementation((...said) => void (out += `${format(...said)}\n`));
  const error = vi.spyOn(console, 'error').mockImplementation((...said) => void (err += `${format(...said)}\n`));
  vi.stubEnv('DATA_FOLDER', folder);
  try {
    const code = await runCommand(words);
    return { code, out, err };
  } finally {
    for (const spy of [write, log, error]) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}

/** Runs a command over a data folder as a process of its own. */
export async function eventsProcess(folder: string, ...words: string[]) {
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
