import { expect, test, vi } from 'vitest';
import { REBUILD_JOB } from '#db/jobs.ts';
import { projections } from '#db/projections/index.ts';
import { jobByKey } from '#db/queries/jobs.ts';
import { readStatus } from '#db/queries/status.ts';
import type { Store } from '#db/store.ts';
import { NOW } from '../../../events/facts.ts';
import { day, hold } from '../../changes.ts';
import { createDatabase, openPostgres, runSql } from '../../postgres.ts';

const rebuildJob = ({ db }: Store) => jobByKey(db, REBUILD_JOB.kind, REBUILD_JOB.key);
const rebuild = (store: Store) => store.rebuild(AbortSignal.timeout(60_000));

/** A database whose last booking could not be folded, and the store that recorded it. The fold works again after `mend`. */
async function openStale(now = () => NOW) {
  const url = await createDatabase();
  const store = await openPostgres(url, { now });
  const failing = vi.spyOn(projections.bookings, 'evolve').mockImplementation(() => {
    throw new Error('a mistake in a fold');
  });
  await store.change(hold('b1'));
  await expect.poll(() => rebuildJob(store)).toMatchObject({ state: 'waiting' });
  return { url, store, mend: () => failing.mockRestore() };
}

test('a rebuild that meets an event that cannot be folded fails and requests no other', async () => {
  let now = NOW;
  const { store } = await openStale(() => now);
  now += 1000;
  expect(await rebuild(store)).toBe(false);
  await store.change(hold('b2', { date: day(1) }));
  expect(await rebuildJob(store)).toMatchObject({ due: NOW });
});

test('at startup, a machine requests a rebuild of stale projections, which includes the unfolded event', async () => {
  const { url, mend } = await openStale();
  mend();
  await runSql(url, 'DELETE FROM jobs');
  const restarted = await openPostgres(url);
  await expect.poll(() => rebuildJob(restarted)).toMatchObject({ state: 'waiting' });
  expect(await rebuild(restarted)).toBe(true);
  const { projections: folded } = await readStatus(restarted.db, NOW);
  expect(folded).toEqual({ position: restarted.position, isStale: false });
  expect(await restarted.db.selectFrom('bookings').select('id').execute()).toEqual([{ id: 'b1' }]);
});
