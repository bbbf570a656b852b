import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort, startServer } from '../e2e/server.ts';
import { load } from './children.ts';
import type { Measurement } from './measurement.ts';
import { median } from './median.ts';
import { IMAGE_MEMORY, memoryOf } from './memory.ts';
import { withFolder } from './temp-folder.ts';

const MAIN = join(import.meta.dirname, '../../dist/server/main.js');
const RAW = join(import.meta.dirname, 'programs/raw-http.ts');
const CONNECTIONS = 32;

/** Milliseconds from the start of a program, which says on which port it listens, to the whole first page. */
async function firstPage(begin: number, child: ChildProcess, port: () => Promise<number>): Promise<number> {
  try {
    const response = await fetch(`http://127.0.0.1:${await port()}/`);
    await response.text();
    if (!response.ok) throw new Error(`the first page was answered with ${response.status}`);
    return performance.now() - begin;
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}

async function coldStart(): Promise<number> {
  return withFolder(async (folder) => {
    const port = await freePort();
    const env = { PATH: process.env['PATH'], PORT: String(port), DATA_FOLDER: folder, LOG_LEVEL: 'warn' };
    const begin = performance.now();
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    // The banner appears once it listens.
    return firstPage(begin, child, async () => once(child.stdout, 'data').then(() => port));
  });
}

function rawStart(): Promise<number> {
  const begin = performance.now();
  const child = fork(RAW, ['45000']);
  return firstPage(begin, child, async () => once(child, 'message').then(([port]) => port as number));
}

async function admission(count: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let index = 0; index < count; index++) values.push(await measure());
  return median(values);
}

/** Megabytes when nothing goes on, and after load. */
async function memory(child: ChildProcess, port: number, forMs: number): Promise<{ idle: number; loaded: number }> {
  await fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
  const idle = memoryOf(child);
  const order = { port, connections: CONNECTIONS, forMs, from: 0 };
  await load({ ...order, kind: { kind: 'page', path: '/' } });
  await load({ ...order, kind: { kind: 'page', path: '/book' } });
  return { idle, loaded: memoryOf(child) };
}

async function rawMemory(forMs: number): Promise<{ idle: number; loaded: number }> {
  const child = fork(RAW, ['45000']);
  const [port] = (await once(child, 'message')) as [number];
  try {
    return await memory(child, port, forMs);
  } finally {
    child.kill();
  }
}

export const start: Measurement = {
  name: 'start',
  async run({ quick }) {
    const runs = quick ? 1 : 7;
    const forMs = quick ? 300 : 3000;
    const value = await admission(runs, coldStart);
    const floor = await admission(runs, rawStart);
    const server = await startServer({ ...IMAGE_MEMORY, LOG_LEVEL: 'warn', RATE_LIMIT: '0' });
    const ours = await memory(server.process, Number(new URL(server.origin).port), forMs).finally(server.stop);
    const raw = await rawMemory(forMs);
    return [
      {
        title: 'Cold start on an empty folder, milliseconds',
        floor: 'node:http that answers 45 kB from memory',
        figures: [{ what: 'from the command to the whole home page', value, floor, aim: 'at most 100' }],
      },
      {
        title: 'Memory, megabytes resident',
        floor: 'the same node:http',
        figures: [
          { what: 'idle, after the first page', value: ours.idle, floor: raw.idle, aim: 'at most 90' },
          { what: 'loaded, after many pages', value: ours.loaded, floor: raw.loaded, aim: 'at most 160' },
        ],
      },
    ];
  },
};
