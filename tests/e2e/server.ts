import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE_MS } from '#tests/patience.ts';

export const MAIN = join(import.meta.dirname, '../../dist/server/main.js');

/** What the built product calls the command line over its events, when npm did not start it. */
export const EVENTS_COMMAND = `${process.execPath} ${MAIN} events`;

export interface RunningServer {
  readonly origin: string;
  readonly folder: string;
  /** Everything printed so far. */
  readonly output: () => string;
  readonly process: ChildProcess;
  /** Ends it with SIGTERM and removes its own folder. Resolves with the exit code. */
  readonly stop: () => Promise<number | null>;
}

/**
 * Starts the built product on a free port, with a temporary data folder unless one is named, which is kept. Resolves when this path
 * responds with success. `program` may wrap the command, or start another `main`.
 */
export async function startServer(
  environment: Readonly<Record<string, string>> = {},
  path = '/readyz',
  { program = process.execPath, args = [] as readonly string[], main = MAIN, detached = false } = {},
): Promise<RunningServer> {
  const kept = environment['DATA_FOLDER'];
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'halfday-e2e-')));
  const port = Number(environment['PORT'] ?? (await freePort()));
  const origin = `http://localhost:${port}`;
  const child = spawn(program, [...args, main], {
    env: { PATH: process.env['PATH'], PORT: String(port), DATA_FOLDER: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
  let printed = '';
  const collect = (chunk: Buffer) => {
    printed += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);

  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    if (kept === undefined) await rm(folder, { recursive: true, force: true });
    return child.exitCode;
  };
  try {
    await isReady(origin + path, child);
  } catch (error) {
    await stop();
    throw new Error(`the product did not start:\n${printed}`, { cause: error });
  }
  return { origin, folder, output: () => printed, process: child, stop };
}

async function isReady(address: string, child: ChildProcess): Promise<void> {
  const deadline = AbortSignal.timeout(PATIENCE_MS);
  for (;;) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    deadline.throwIfAborted();
    const response = await fetch(address, { signal: deadline }).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no free port');
  return address.port;
}
