import { Hono } from 'hono';

/** Returns what is missing before requests can be served: empty when ready. */
export type ReadinessProbe = () => readonly string[] | Promise<readonly string[]>;

/** `GET /healthz`: the process responds. `GET /readyz`: it can serve requests, or 503 with what is missing. */
export function healthRoutes({ probe }: { probe: ReadinessProbe }): Hono {
  const app = new Hono();
  app.get('/healthz', (c) => c.json({ status: 'alive' }, 200, { 'cache-control': 'no-store' }));
  app.get('/readyz', async (c) => {
    const missing = await Promise.try(probe).catch(() => ['the readiness probe failed']);
    c.header('cache-control', 'no-store');
    if (missing.length === 0) return c.json({ status: 'ready' });
    return c.json({ status: 'not ready', missing }, 503, { 'retry-after': '5' });
  });
  return app;
}
