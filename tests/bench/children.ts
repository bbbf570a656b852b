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

type UseServer<Result> = (port: number, pid: number) => Promise<Result>;

/** Lends a node:http server that answers so many bytes, and nothing else. */
export function withRawHttp<Result>(bytes: number, use: UseServer<Result>): Promise<Result> {
  return withServer(program('raw-http', String(bytes)), use);
}

/** Lends a server that is Hono with React alone. */
export function withHonoAndReact<Result>(use: UseServer<Result>): Promise<Result> {
  return withServer(program('hono-react'), use);
}

async function withServer<Result>(child: ReturnType<typeof program>, use: UseServer<Result>): Promise<Result> {
  try {
    const [port] = (await once(child, 'message')) as [number];
    return await use(port, child.pid!);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}
