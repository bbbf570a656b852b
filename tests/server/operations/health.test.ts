import { expect, test } from 'vitest';
import { healthRoutes } from '#server/operations/health.ts';

test('a process that responds is alive, ready or not', async () => {
  const response = await healthRoutes({ probe: () => ['the log'] }).request('/healthz');
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('it is ready when nothing is missing', async () => {
  const response = await healthRoutes({ probe: async () => [] }).request('/readyz');
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: 'ready' });
});

test('it is not ready while something is missing, and says what', async () => {
  const response = await healthRoutes({ probe: () => ['projections'] }).request('/readyz');
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('5');
  expect(await response.json()).toEqual({ status: 'not ready', missing: ['projections'] });
});

test('a probe that fails means not ready, without its error', async () => {
  const probe = () => {
    throw new Error('/data/log.db is locked');
  };
  const response = await healthRoutes({ probe }).request('/readyz');
  expect(response.status).toBe(503);
  expect(await response.text()).not.toContain('locked');
});
