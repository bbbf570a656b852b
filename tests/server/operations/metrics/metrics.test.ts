import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { Metrics } from '#server/operations/metrics/metrics.ts';
import { DatabaseMetrics } from '#server/operations/metrics/open-metrics.ts';
import { hold } from '../../../db/changes.ts';
import { openIn } from '../../../db/folder.ts';
import { NOW } from '../../../events/facts.ts';
import { HandClock } from '../../hand-clock.ts';

/** The value of a series, as Prometheus reads it; null if it isn't served. */
async function valueOf(metrics: Metrics, series: string): Promise<number | null> {
  const line = (await metrics.registry.metrics()).split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length));
}

function openState(backup: { readonly newest?: number; readonly isExpected?: boolean } = {}) {
  const { newest = null, isExpected = newest !== null } = backup;
  const clock = new HandClock(NOW);
  const opened = openIn(undefined, () => clock.now());
  const metrics = new Metrics();
  const site = { store: opened.store, clock, backup: { newest, isExpected }, jobKinds: ['mail', 'refund'] };
  const state = new DatabaseMetrics(metrics, site);
  return { ...opened, clock, metrics, state, site, value: (series: string) => valueOf(metrics, series) };
}

test('the metrics that are served are those that docs/operating.md explains', () => {
  const { metrics } = openState();
  const docs = readFileSync(join(import.meta.dirname, '../../../../docs/operating.md'), 'utf8');
  const [, section = ''] = /\n## Metrics\n([^]*?)\n## /.exec(docs) ?? [];
  const explained = Array.from(section.matchAll(/^- \*\*`(\w+)`\*\*/gm), ([, name]) => name);
  const served = metrics.registry.getMetricsAsArray().map(({ name }) => name);
  expect(new Set(explained)).toEqual(new Set(served));
  expect(explained).toHaveLength(served.length);
});

test('unpaid holds and jobs by kind are read on a scrape, those of kinds without jobs as 0', async () => {
  const { store, state, value } = openState();
  await store.change({
    ...hold('b1'),
    newJobs: [
      { kind: 'mail', key: 'a', due: NOW - 1, position: null },
      { kind: 'mail', key: 'b', due: NOW + 1, position: null },
    ],
  });
  const [failed] = await store.db.selectFrom('jobs').select(['id', 'due']).where('key', '=', 'b').execute();
  const updateJob = { id: failed!.id, from: 'waiting', fromDue: failed!.due, set: { attempts: 1 } } as const;
  await store.change({ streams: {}, decide: () => ({}), cause: { correlation: 'test' }, updateJob });
  await state.refresh();
  expect(await value('halfday_unpaid_holds')).toBe(1);
  expect(await value('halfday_jobs_due{kind="mail"}')).toBe(1);
  expect(await value('halfday_jobs_failing{kind="mail"}')).toBe(1);
  expect(await value('halfday_jobs_parked{kind="mail"}')).toBe(0);
  expect(await value('halfday_jobs_due{kind="refund"}')).toBe(0);
  expect(await value('halfday_database_up')).toBe(1);
});

test('scrapes at once read the database once, and a scrape within five seconds does not', async () => {
  const { store, state, clock, value } = openState();
  const read = vi.spyOn(store.db, 'selectFrom');
  await Promise.all([state.refresh(), state.refresh(), state.refresh()]);
  const once = read.mock.calls.length;
  await store.change(hold('b1'));
  clock.advance(4000);
  await state.refresh();
  expect([once > 0, read.mock.calls.length]).toEqual([true, once]);
  clock.advance(2000);
  await state.refresh();
  expect(await value('halfday_unpaid_holds')).toBe(1);
});

test('requests with random paths and methods make no series of their own', async () => {
  const metrics = new Metrics();
  const app = new Hono();
  app.use(metrics.countRequests);
  app.all('*', (c) => c.text('', 404));
  for (let index = 0; index < 200; index += 1) {
    const path = `/${'%22{},\n'.repeat(index % 3)}${index}/manage/${Math.random()}${index % 2 ? '.php' : ''}`;
    await app.request(`http://x${encodeURI(path)}`, { method: `M${index}` });
  }
  const served = (await metrics.registry.metrics()).split('\n').filter((line) => /^halfday_requests?_/.test(line));
  const labels = served.map((line) => /route="([^"]*)"/.exec(line)?.[1]);
  expect(new Set(labels)).toEqual(new Set(['file', 'page']));
  expect(await valueOf(metrics, 'halfday_requests_total{route="file",status="404"}')).toBe(100);
});
