import { expect, test } from 'vitest';
import type { VitalMeasured } from '#db/queries/owner/vitals.ts';
import { connectionsOf } from '../../connections.ts';
import { openIn } from '../../folder.ts';

const LCP: VitalMeasured = { day: '2027-03-09', page: '/', vital: 'LCP', bucket: 3 };

test('equal measures are counted together, over days and restarts', async () => {
  const first = openIn();
  first.store.vitals.add(LCP);
  first.store.vitals.add(LCP);
  first.store.vitals.add({ ...LCP, bucket: 4 });
  first.close();
  const { store, reports } = openIn(first.folder);
  store.vitals.add({ ...LCP, day: '2027-03-10' });
  expect(await store.vitals.since('2027-03-09')).toEqual([
    { page: '/', vital: 'LCP', bucket: 3, views: 3 },
    { page: '/', vital: 'LCP', bucket: 4, views: 1 },
  ]);
  expect(await store.vitals.since('2027-03-10')).toEqual([{ page: '/', vital: 'LCP', bucket: 3, views: 1 }]);
  expect(reports).toEqual([]);
});

test('counts are forgotten 90 days later', async () => {
  const { vitals } = openIn().store;
  vitals.add({ ...LCP, day: '2027-01-01' });
  vitals.add({ ...LCP, day: '2027-01-02' });
  await vitals.since('2027-01-01');
  vitals.add({ ...LCP, day: '2027-04-02' });
  expect(await vitals.since('2027-01-01')).toEqual([{ page: '/', vital: 'LCP', bucket: 3, views: 2 }]);
});

test('counts that cannot be written wait in memory, and are reported', async () => {
  const { result, connections } = connectionsOf(() => openIn());
  const { store, reports } = result;
  const db = connections.get('halfday.db')!;
  db.pragma('query_only = ON');
  store.vitals.add(LCP);
  expect(await store.vitals.since(LCP.day)).toEqual([]);
  expect(await store.vitals.since(LCP.day)).toEqual([]);
  expect(reports.map(({ message }) => message)).toEqual(['writes refused']);
  db.pragma('query_only = OFF');
  expect(await store.vitals.since(LCP.day)).toHaveLength(1);
});
