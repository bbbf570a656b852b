import { expect, test } from 'vitest';
import { verify } from '#server/operations/jobs.ts';
import { tamper } from '../../db/folder.ts';
import { logRows } from '../../db/rows.ts';
import { HOUR } from '../bookings/site.ts';
import { openJobSite } from '../process/jobs/job-site.ts';
import { passMinutes, until } from '../workers/run.ts';

const verified = (lines: readonly string[]) => lines.filter((line) => line.includes('history verified'));

test('the history is verified at the first startup and each day, and its head is logged', async () => {
  const site = openJobSite([verify]);
  await site.holds('b1', 'b2');
  site.start();
  await until(() => verified(site.lines).length === 1);
  const { position, hash } = JSON.parse(verified(site.lines)[0]!) as { position: number; hash: string };
  expect({ position, hash }).toEqual({
    position: site.store.position,
    hash: logRows(site.folder).at(-1)?.hash,
  });
  site.clock.advance(23 * HOUR);
  await passMinutes(site, 59);
  expect(verified(site.lines)).toHaveLength(1);
  await passMinutes(site, 1);
  await until(() => verified(site.lines).length === 2);
});

test('an altered event is reported with its position, and ends the process on SQLite', async () => {
  const site = openJobSite([verify]);
  await site.holds('b1');
  tamper(site.folder, `UPDATE events SET correlation = 'another' WHERE position = 1`);
  site.start();
  await until(() => site.failures.length > 0 || site.store.writeRefusal !== null);
  expect(site.failures[0]?.message ?? site.store.writeRefusal).toMatch(
    /\b(?:halfday\.db|database) is damaged at event 1 /,
  );
});
