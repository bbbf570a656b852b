import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadOrder, LoadReport } from './programs/load.ts';

function program(name: string, ...args: readonly string[]) {
  return fork(join(import.meta.dirname, 'programs', `${name}.ts`), args);
}

/** Puts load on a server of this machine, from a process of its own. Fails when the server hangs up. */
export async function load(order: LoadOrder): Promise<LoadReport> {
  const child = program('load');
  child.send(order);
  const report = await new Promise<LoadReport>((resolve, reject) => {
    child.once('message', (message) => resolve(message as LoadReport));
    child.once('exit', (code) => code !== 0 && reject(new Error(`the load generator ended with ${code}`)));
  });
  await once(child, 'exit');
  return report;
}

/** Responses a second with a given status; any other status is a fault of the benchmark. */
export function perSecond({ statuses, seconds }: LoadReport, expected: number): number {
  const others = Object.keys(statuses).filter((status) => Number(status) !== expected);
  if (others.length > 0) throw new Error(`answers were ${JSON.stringify(statuses)}, not only ${expected}`);
  return (statuses[expected] ?? 0) / seconds;
}

/** Linux counts the time of a process in ticks of so many milliseconds. */
const TICK_MS = 10;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** Microseconds of processor that a process has used until now, in all of its threads. */
function usedUs(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const ticks = fields.split(' ').map(Number);
  return ((ticks[USER_TICKS] ?? 0) + (ticks[SYSTEM_TICKS] ?? 0)) * TICK_MS * 1000;
}

/** What a load says, and the microseconds of processor that each of its answers took the process that gave them. */
export async function processorTime(pid: number, order: LoadOrder): Promise<LoadReport & { readonly eachUs: number }> {
  const before = usedUs(pid);
  const report = await load(order);
  return { ...report, eachUs: (usedUs(pid) - before) / (report.next - order.from) };
}

/** Lends a server of `programs/peers.ts`: `raw` with a number of bytes, or `hono`. */
export async function withPeer<Result>(
  args: readonly ['raw', number] | readonly ['hono'],
  use: (port: number, pid: number) => Promise<Result>,
): Promise<Result> {
  const child = program('peers', ...args.map(String));
  try {
    const [port] = (await once(child, 'message')) as [number];
    return await use(port, child.pid!);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}
