import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { Metrics } from '#server/operations/metrics/metrics.ts';
import { DatabaseMetrics } from '#server/operations/metrics/database-metrics.ts';
import { day, hold } from '../../../db/changes.ts';
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

test('each transaction is counted with its changes and events', async () => {
  const { store, batches } = openIn();
  await Promise.all([store.change(hold('b1')), store.change(hold('b2', { date: day(1) }))]);
  await store.write([]);
  const metrics = new Metrics();
  for (const batch of batches) metrics.countBatch(batch);
  const value = (series: string) => valueOf(metrics, series);
  expect(await value('halfday_events_total{type="SlotHeld"}')).toBe(2);
  expect(await value('halfday_events_total{type="BookingConfirmed"}')).toBe(0);
  expect(await value('halfday_commit_changes_sum')).toBe(3);
  expect(await value('halfday_commit_changes_count')).toBe(2);
  expect(await value('halfday_commit_duration_seconds_sum')).toBeGreaterThan(0);
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

test('while the database does not respond, what is read from it is left out and the rest is served', async () => {
  const { store, state, clock, value } = openState({ newest: NOW });
  await state.refresh();
  expect(await value('halfday_unpaid_holds')).toBe(0);
  vi.spyOn(store.db, 'selectFrom').mockImplementation(() => {
    throw new Error('the database is away');
  });
  clock.advance(6000);
  await state.refresh();
  const left = ['halfday_unpaid_holds', 'halfday_jobs_due{kind="mail"}', 'halfday_backup_lag_seconds'];
  expect(await Promise.all(left.map(value))).toEqual([null, null, null]);
  expect(await value('halfday_database_up')).toBe(0);
  expect(await value('process_resident_memory_bytes')).toBeGreaterThan(0);
});

test('without a backup that is expected, the first event waits for it; where none is expected, nothing is served', async () => {
  const read = async (isExpected: boolean) => {
    const { store, state, clock, value } = openState({ isExpected });
    await store.change(hold('b1'));
    clock.advance(400_000);
    await state.refresh();
    return [await value('halfday_backup_age_seconds'), await value('halfday_backup_lag_seconds')];
  };
  expect(await read(true)).toEqual([null, 400]);
  expect(await read(false)).toEqual([null, null]);
});

test('the age of the backup, and how long an event has waited for it, are in seconds', async () => {
  const { store, state, clock, value } = openState({ newest: NOW });
  clock.advance(30_000);
  await store.change(hold('b1'));
  clock.advance(30_000);
  await state.refresh();
  expect(await value('halfday_backup_age_seconds')).toBe(60);
  expect(await value('halfday_backup_lag_seconds')).toBe(30);
});

test('a pause of the event loop is the longest delay of one scrape', async () => {
  const metrics = new Metrics();
  const longest = () => valueOf(metrics, 'halfday_event_loop_delay_max_seconds');
  const afterPause = async () => {
    await pause(50);
    const end = performance.now() + 500;
    while (performance.now() < end);
    await pause(50);
    return longest();
  };
  expect(await afterPause()).toBeGreaterThan(0.4);
  expect(await longest()).toBe(0);
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
