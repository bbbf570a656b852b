import { fork } from 'node:child_process';
import { once } from 'node:events';
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

/** The number of responses. */
export function answersIn({ statuses }: LoadReport): number {
  return Object.values(statuses).reduce((sum, count) => sum + count, 0);
}

/** Responses a second with a given status; any other status is a fault of the benchmark. */
export function perSecond({ statuses, seconds }: LoadReport, expected: number): number {
  const others = Object.keys(statuses).filter((status) => Number(status) !== expected);
  if (others.length > 0) throw new Error(`answers were ${JSON.stringify(statuses)}, not only ${expected}`);
  return (statuses[expected] ?? 0) / seconds;
}

/** Lends a node:http server that answers so many bytes, and nothing else. */
export async function withRawHttp<Result>(
  bytes: number,
  use: (port: number, pid: number) => Promise<Result>,
): Promise<Result> {
  const child = program('raw-http', String(bytes));
  try {
    const [port] = (await once(child, 'message')) as [number];
    return await use(port, child.pid!);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}

/** Keeps live views of availability open, from a process of its own. Lends what counts the lines that they were sent so far. */
export async function withLiveViews<Result>(
  port: number,
  count: number,
  use: (countLines: () => Promise<number>) => Promise<Result>,
): Promise<Result> {
  const child = program('live-views', String(port), String(count));
  const exited = once(child, 'exit');
  const nextCount = async () => {
    const [lines] = (await Promise.race([once(child, 'message'), exited.then(() => [null])])) as [number | null];
    if (lines === null) throw new Error('the live views ended');
    return lines;
  };
  try {
    await nextCount();
    return await use(() => {
      child.send('count');
      return nextCount();
    });
  } finally {
    child.kill();
    await exited;
  }
}
