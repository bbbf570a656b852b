import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { VitalsCounts, type VitalMeasured } from '#db/vitals/vitals-counts.ts';
import { tempFolder } from '../../temp-folder.ts';

const LCP: VitalMeasured = { day: '2027-03-09', page: '/', vital: 'LCP', bucket: 3 };

function openIn(folder: string) {
  const reports: string[] = [];
  const counts = new VitalsCounts({ file: join(folder, 'vitals.db'), report: (message) => reports.push(message) });
  return { counts, reports };
}

test('equal measures are counted together, over days and restarts', () => {
  const folder = tempFolder();
  const first = openIn(folder).counts;
  first.add(LCP);
  first.add(LCP);
  first.add({ ...LCP, bucket: 4 });
  first.close();
  const { counts, reports } = openIn(folder);
  onTestFinished(() => counts.close());
  counts.add({ ...LCP, day: '2027-03-10' });
  expect(counts.since('2027-03-09')).toEqual([
    { page: '/', vital: 'LCP', bucket: 3, views: 3 },
    { page: '/', vital: 'LCP', bucket: 4, views: 1 },
  ]);
  expect(counts.since('2027-03-10')).toEqual([{ page: '/', vital: 'LCP', bucket: 3, views: 1 }]);
  expect(reports).toEqual([]);
});

test('counts are forgotten 90 days later', () => {
  const { counts } = openIn(tempFolder());
  onTestFinished(() => counts.close());
  counts.add({ ...LCP, day: '2027-01-01' });
  counts.add({ ...LCP, day: '2027-01-02' });
  counts.since('2027-01-01');
  counts.add({ ...LCP, day: '2027-04-02' });
  expect(counts.since('2027-01-01')).toEqual([{ page: '/', vital: 'LCP', bucket: 3, views: 2 }]);
});

test('a damaged file begins anew', () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'vitals.db'), 'no database at all, and long enough to be taken for one'.repeat(100));
  const { counts, reports } = openIn(folder);
  onTestFinished(() => counts.close());
  expect(reports).toEqual(['the counts of page speed begin anew']);
  counts.add(LCP);
  expect(counts.since('2027-03-09')).toHaveLength(1);
  expect(statSync(join(folder, 'vitals.db')).size).toBeGreaterThan(0);
});

test('counts stay in memory where no file can be made', () => {
  const folder = join(tempFolder(), 'vitals.db');
  mkdirSync(folder);
  mkdirSync(join(folder, 'in-the-way'));
  chmodSync(folder, 0o500);
  const reports: string[] = [];
  const counts = new VitalsCounts({ file: folder, report: (message) => reports.push(message) });
  onTestFinished(() => counts.close());
  counts.add(LCP);
  expect(counts.since('2027-03-09')).toHaveLength(1);
  expect(reports).toHaveLength(1);
});
