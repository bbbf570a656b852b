import { expect, test } from 'vitest';
import { loadConfig } from '#server/process/config.ts';
import { SECRETS } from '../../e2e/image/production.ts';
import { configProblems } from './config-problems.ts';

const LOCAL = { COOKIE_SECRET: SECRETS.COOKIE_SECRET, METRICS_PORT: '9091' };

test('metrics have a port of their own, on loopback unless another address is named', () => {
  expect(loadConfig(LOCAL)).toMatchObject({ metricsPort: 9091, metricsHost: '127.0.0.1' });
  expect(loadConfig({ ...LOCAL, HOST: '0.0.0.0' }).metricsHost).toBe('127.0.0.1');
  expect(configProblems({ ...LOCAL, PORT: '9091' })).toEqual(['METRICS_PORT must differ from PORT']);
});
