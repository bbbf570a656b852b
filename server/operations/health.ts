import { Hono } from 'hono';
import type { Log } from '../process/log.ts';
import { RUNNING_BUILD } from '../process/running-build.ts';

export type ReadinessProbe = () => readonly string[] | Promise<readonly string[]>;

interface HealthParts {
  readonly probe: ReadinessProbe;
  readonly log: Log;
  readonly draining?: AbortSignal | undefined;
}

/** Both return 503 once the server will stop, so that a proxy sends requests elsewhere. */
export function healthRoutes({ probe, log, draining }: HealthParts): Hono {
  let wasReady = true;
  const logChange = (missing: readonly string[]) => {
    const isReady = missing.length === 0;
    if (isReady === wasReady) return;
    wasReady = isReady;
    if (isReady) log.info('site ready again');
    else log.error({ missing }, 'site not ready');
  };
  const app = new Hono();
  app.use('/:probe{healthz|readyz}', (c, next) => {
    if (!draining?.aborted) return next();
    return Promise.resolve(c.json({ status: 'stopping' }, 503, { 'cache-control': 'no-store' }));
  });
  app.get('/healthz', (c) => c.json({ status: 'alive', ...RUNNING_BUILD }, 200, { 'cache-control': 'no-store' }));
  app.get('/readyz', async (c) => {
    const missing = await Promise.try(probe).catch(() => ['the readiness probe failed']);
    logChange(missing);
    c.header('cache-control', 'no-store');
    if (missing.length === 0) return c.json({ status: 'ready' });
    return c.json({ status: 'not ready', missing }, 503, { 'retry-after': '5' });
  });
  return app;
}
