import { MessageChannel, type MessagePort, Worker, receiveMessageOnPort } from 'node:worker_threads';

export interface SqlLane {
  readonly port: MessagePort;
  /** Not 0 once the answer was sent. */
  readonly done: Int32Array;
}

let lane: SqlLane | null = null;

function openLane(): SqlLane {
  const { port1, port2 } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./sql-worker.ts', import.meta.url), {
    workerData: { port: port2, done },
    transferList: [port2],
    execArgv: [],
  });
  worker.unref();
  port1.unref();
  return { port: port1, done };
}

/** Runs SQL on PostgreSQL while the caller waits, for tests that look into the database synchronously. */
export function runSqlSync<Row>(url: string, sql: string, values: readonly unknown[] = []): Row[] {
  lane ??= openLane();
  Atomics.store(lane.done, 0, 0);
  lane.port.postMessage({ url, sql, values }, []);
  Atomics.wait(lane.done, 0, 0, 30_000);
  const { rows, error } = receiveMessageOnPort(lane.port)!.message as { rows: Row[]; error?: string };
  if (error !== undefined) throw new Error(error);
  return rows;
}
