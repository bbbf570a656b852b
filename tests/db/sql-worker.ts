import { type MessagePort, workerData } from 'node:worker_threads';
import { Client } from 'pg';
import { connectionConfig } from '#db/engine/postgres/connection.ts';
import type { SqlLane } from './sync-sql.ts';

const { port, done } = workerData as SqlLane & { readonly port: MessagePort };

async function answer({ url, sql, values }: { url: string; sql: string; values: readonly unknown[] }) {
  const client = new Client(connectionConfig(url));
  try {
    await client.connect();
    return { rows: (await client.query(sql, [...values])).rows };
  } catch (error) {
    return { error: String(error) };
  } finally {
    await client.end().catch(() => {});
  }
}

port.on('message', async (question: Parameters<typeof answer>[0]) => {
  port.postMessage(await answer(question));
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
});
