/** A load generator in its own process, so that it doesn't use the server's core. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { percentile } from '../measurement.ts';
import { type BenchRequest, type RequestKind, requestsOf } from './requests.ts';

export interface LoadOrder {
  readonly port: number;
  readonly connections: number;
  readonly forMs: number;
  readonly kind: RequestKind;
  /** Where in the sequence of requests to begin. */
  readonly from: number;
}

export interface LoadReport {
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<number, number>>;
  readonly seconds: number;
  /** Milliseconds from request to the end of its answer. */
  readonly p50: number;
  readonly p99: number;
  /** Length of the last answer's body as it came over the wire. */
  readonly bytes: number;
  /** Where in the sequence of requests it ended. */
  readonly next: number;
}

async function run({ port, connections, forMs, kind, from }: LoadOrder): Promise<LoadReport> {
  const requestAt = requestsOf(kind);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses: Record<number, number> = {};
  const times: number[] = [];
  let next = from;
  let bytes = 0;
  let begin = performance.now();

  const ask = async ({ body, ...options }: BenchRequest) => {
    const asked = performance.now();
    const sent = request({ ...options, port, host: '127.0.0.1', agent }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage & { statusCode: number }];
    let length = 0;
    response.on('data', (chunk: Buffer) => (length += chunk.length));
    await once(response, 'end');
    bytes = length;
    times.push(performance.now() - asked);
    statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
  };
  const onEach = (converse: () => Promise<void>) => Promise.all(Array.from({ length: connections }, converse));

  // The first requests connect and compile.
  await onEach(() => ask(requestAt(next++)));
  for (const status of Object.keys(statuses)) delete statuses[Number(status)];
  times.length = 0;
  begin = performance.now();
  await onEach(async () => {
    while (performance.now() - begin < forMs) await ask(requestAt(next++));
  });
  const seconds = (performance.now() - begin) / 1000;
  agent.destroy();
  return { statuses, seconds, p50: percentile(times, 0.5), p99: percentile(times, 0.99), bytes, next };
}

process.once('message', (order: LoadOrder) => {
  void run(order).then(
    (report) => process.send?.(report, undefined, undefined, () => process.disconnect?.()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
