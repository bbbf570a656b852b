/** A load generator in its own process, so that it doesn't use the server's core. */
import { type Socket, connect } from 'node:net';
import { type Answer, AnswerReader } from './answer-reader.ts';
import { type RequestKind, requestsOf } from './requests.ts';

export interface LoadOrder {
  readonly port: number;
  readonly connections: number;
  readonly forMs: number;
  readonly kind: RequestKind;
  /** Where in the sequence of requests to begin. */
  readonly from: number;
  /** Pause between an answer and the next request of a connection, on average: people do not come in step. */
  readonly pauseMs?: number;
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

async function run({ port, connections, forMs, kind, from, pauseMs = 0 }: LoadOrder): Promise<LoadReport> {
  const request = requestsOf(kind, port);
  const statuses: Record<number, number> = {};
  const times: number[] = [];
  let next = from;
  let bytes = 0;
  const begin = performance.now();
  const isOver = () => performance.now() - begin >= forMs;

  const converse = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let asked = 0;
      const ask = () => {
        if (isOver()) {
          socket.end();
          resolve();
          return;
        }
        asked = performance.now();
        socket.write(request(next++));
      };
      const answered = ({ status, bodyBytes }: Answer) => {
        bytes = bodyBytes;
        times.push(performance.now() - asked);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (pauseMs > 0) setTimeout(ask, Math.random() * 2 * pauseMs);
        else ask();
      };
      const reader = new AnswerReader(answered);
      socket.setNoDelay(true);
      socket.on('data', (chunk: Buffer) => reader.take(chunk));
      socket.on('error', reject);
      socket.on('close', () => (isOver() ? resolve() : reject(new Error('the server hung up'))));
      socket.on('connect', ask);
    });

  await Promise.all(Array.from({ length: connections }, () => converse(connect(port, '127.0.0.1'))));
  const seconds = (performance.now() - begin) / 1000;
  times.sort((a, b) => a - b);
  const percentile = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { statuses, seconds, p50: percentile(0.5), p99: percentile(0.99), bytes, next };
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
