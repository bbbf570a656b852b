import { expect, test } from 'vitest';
import { healthRoutes, type ReadinessProbe } from '#server/operations/health.ts';
import { createLog } from '#server/process/log.ts';

function site(probe: ReadinessProbe) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ level: 'info', to: { write: (line) => lines.push(JSON.parse(line)) } });
  return { app: healthRoutes({ probe, log }), lines };
}

test('/healthz returns 200 whether or not the site is ready', async () => {
  const response = await site(() => ['the log']).app.request('/healthz');
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('/readyz returns 200 if nothing is missing', async () => {
  const response = await site(async () => []).app.request('/readyz');
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: 'ready' });
});

test('/readyz returns 503 while something is missing, and says what', async () => {
  const response = await site(() => ['projections']).app.request('/readyz');
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('5');
  expect(await response.json()).toEqual({ status: 'not ready', missing: ['projections'] });
});

test('/healthz and /readyz return 503 once the server will stop, which is no error in the log', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', to: { write: (line) => lines.push(line) } });
  const draining = new AbortController();
  const app = healthRoutes({ probe: () => [], log, draining: draining.signal });
  expect((await app.request('/readyz')).status).toBe(200);
  draining.abort();
  expect((await app.request('/readyz')).status).toBe(503);
  expect((await app.request('/healthz')).status).toBe(503);
  expect(lines).toEqual([]);
});

test('readiness is logged when it changes, not at each probe', async () => {
  let missing: string[] = [];
  const { app, lines } = site(() => missing);
  const probeTwice = async (now: string[]) => {
    missing = now;
    await app.request('/readyz');
    await app.request('/readyz');
  };
  await probeTwice([]);
  expect(lines).toEqual([]);
  await probeTwice(['the disk is full']);
  await probeTwice([]);
  expect(lines).toMatchObject([
    { level: 'error', msg: 'site not ready', missing: ['the disk is full'] },
    { level: 'info', msg: 'site ready again' },
  ]);
});
