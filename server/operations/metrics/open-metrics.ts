import { once } from 'node:events';
import type { Server } from 'node:http';
import { Hono } from 'hono';
import { FatalError } from '#db/fatal-error.ts';
import { listenFailure } from '../../process/listening.ts';
import { SERVER_LIMITS, listen } from '../../web/http/listen.ts';
import { Metrics } from './metrics.ts';
import { type DatabaseMetricsSource, DatabaseMetrics } from './database-metrics.ts';

/** A few scrapers have one connection each. */
const LIMITS = { ...SERVER_LIMITS, connections: 16 };

interface Address {
  readonly host: string;
  readonly port: number;
}

export function openMetrics(address: Address) {
  const metrics = new Metrics();
  const { countRequests, countBatch } = metrics;
  return { countRequests, countBatch, serve: (site: DatabaseMetricsSource) => serve(metrics, site, address) };
}

/** On a port of its own. Rejects with `FatalError` if it can't listen. */
async function serve(metrics: Metrics, site: DatabaseMetricsSource, { host, port }: Address): Promise<Server> {
  const state = new DatabaseMetrics(metrics, site);
  const { registry } = metrics;
  const app = new Hono();
  app.get('/metrics', async (c) => {
    await state.refresh();
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType });
  });
  const server = listen({ fetch: app.fetch, port, hostname: host, limits: LIMITS });
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new FatalError(listenFailure(error, { host, port }, 'METRICS_'));
  });
  return server;
}
