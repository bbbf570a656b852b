import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PATIENCE_MS } from '#tests/patience.ts';

const MAIN = join(import.meta.dirname, '../../dist/server/main.js');

/** The result of a failed start. */
export interface EndedStart {
  readonly code: number | null;
  readonly err: string;
}

/** Starts the built product with settings that make it fail, and waits for its end. `program` may wrap the command. */
export async function endedStart(
  environment: Readonly<Record<string, string>>,
  { program = process.execPath, args = [] as readonly string[] } = {},
): Promise<EndedStart> {
  const child = spawn(program, [...args, MAIN], {
    env: { PATH: process.env['PATH'], PORT: '0', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    // A server that does start fails the test by this timeout.
    timeout: PATIENCE_MS,
  });
  const ended = once(child, 'exit');
  const err = await text(child.stderr);
  await ended;
  return { code: child.exitCode, err };
}
