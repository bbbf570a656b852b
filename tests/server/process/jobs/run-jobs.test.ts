import { expect, test } from 'vitest';
import { anyChange } from '#db/change.ts';
import { kindsWithDueJobs } from '#db/queries/jobs.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { lapse } from '../../../db/changes.ts';
import { DATE } from '../../../events/facts.ts';
import { HOUR, MINUTE } from '../../bookings/site.ts';
import { passMinutes, until } from '../../workers/run.ts';
import { gated, holdKind, noting, openJobSite } from './job-site.ts';

test('a job runs for each event that causes one, before and after startup, and is done', async () => {
  const { orderKeys, kind } = noting();
  const site = openJobSite([kind]);
  await site.holds('b1');
  site.start();
  await until(() => orderKeys().length === 1);
  await site.holds('b2');
  await until(async () => (await site.job(2)).state === 'done');
  expect(orderKeys()).toEqual(['b1', 'b2']);
  expect(await site.job(1)).toMatchObject({
    kind: 'greet',
    state: 'done',
    attempts: 0,
    code: null,
    endedAt: site.clock.now(),
  });
  expect(await site.store.eventAt((await site.job(1)).position!)).toMatchObject({
    type: 'SlotHeld',
    id: (await site.job(1)).key,
  });
});

test('jobs with the same order key run one at a time, and a kind runs as many order keys at once as it allows', async () => {
  const { running, kind, end } = gated();
  const orderKey = (stream: string) => stream.slice(-2, -1);
  const site = openJobSite([
    {
      ...kind,
      atOnce: 2,
      on: { SlotHeld: ({ stream, at }) => ({ key: stream.slice(-2), orderKey: orderKey(stream), due: at }) },
    },
  ]);
  await site.holds('a1', 'a2', 'b1', 'c1');
  site.start();
  await site.clock.idle();
  // Both are leased at once, so either may be first.
  expect(running.toSorted()).toEqual(['a1', 'b1']);
  end('b1');
  await until(() => running.length === 3);
  expect(running.toSorted()).toEqual(['a1', 'b1', 'c1']);
  end('a1');
  await until(() => running.length === 4);
  end('a2');
  end('c1');
  await until(async () => !(await kindsWithDueJobs(site.store.db, site.clock.now())).has('greet'));
});

test('the end of a job is committed together with the events that it caused', async () => {
  const kind = holdKind(async ({ orderKey }) => anyChange(lapse(orderKey, DATE)));
  const site = openJobSite([kind]);
  await site.holds('b1');
  site.start();
  await until(async () => (await site.job(1)).state === 'done');
  expect(await site.store.stateOf(bookingStream('b1'))).toMatchObject({ status: 'expired' });
});

/** A site whose job runs, and ends the hold of `b1` when `end` lets it end. */
async function runningLapse() {
  const { running, kind, end } = gated();
  const site = openJobSite([
    { ...kind, run: async (job, ...rest) => (await kind.run(job, ...rest), anyChange(lapse('b1', DATE))) },
  ]);
  await site.holds('b1');
  site.start();
  await until(() => running.length === 1);
  return { site, end: () => end(running[0]!) };
}

test('a job whose lease ran out and that another process has taken causes no events, and is not retried', async () => {
  const { site, end } = await runningLapse();
  const leased = site.store.db.updateTable('jobs').set({ leased_until: Date.now() + HOUR });
  await site.store.write([{ query: leased.compile() }]);
  end();
  await site.clock.idle();
  expect(await site.job(1)).toMatchObject({ state: 'waiting', attempts: 0 });
  expect(await site.store.stateOf(bookingStream('b1'))).toMatchObject({ status: 'held' });
});

test('a job that a shutdown interrupted is repeated with the same key after the next startup', async () => {
  const { ran, kind } = noting();
  const interrupted = openJobSite([{ ...kind, run: async (...given) => (await kind.run(...given), running.abort()) }]);
  await interrupted.holds('b1');
  const running = interrupted.start();
  await until(() => ran.length === 1);
  await running.stop();
  expect((await interrupted.job(1)).state).toBe('waiting');
  await interrupted.close();
  const again = openJobSite([kind], interrupted.folder);
  again.start();
  await until(async () => (await again.job(1)).state === 'done');
  expect(new Set(ran.map(({ key }) => key)).size).toBe(1);
});

test('an irreversible job waits until the clock has been past its due time for an hour', async () => {
  const { ran, kind } = noting();
  const site = openJobSite([{ ...kind, irreversible: true }]);
  await site.holds('b1');
  site.start();
  await passMinutes(site, 30);
  site.clock.setBack(40 * MINUTE);
  await passMinutes(site, 68);
  expect(ran).toEqual([]);
  await passMinutes(site, 4);
  expect(ran).toHaveLength(1);
});

test('a recurring job runs at the first startup and then at its interval, as one row, and at each startup if its kind says so', async () => {
  const { ran, kind } = noting();
  const starting = noting();
  const recurring = { ...kind, on: {}, every: HOUR };
  const site = openJobSite([
    recurring,
    { ...starting.kind, kind: 'starting', on: {}, every: 24 * HOUR, atStart: true },
  ]);
  const running = site.start();
  await until(() => ran.length === 1);
  await passMinutes(site, 59);
  expect(ran).toHaveLength(1);
  await passMinutes(site, 2);
  expect(ran).toHaveLength(2);
  await running.stop();
  expect(starting.ran).toHaveLength(1);
  site.start();
  await until(() => starting.ran.length === 2);
  expect(ran).toHaveLength(2);
  await passMinutes(site, 60);
  expect(ran).toHaveLength(3);
  expect(new Set(ran.map(({ id }) => id)).size).toBe(1);
  expect(await site.job(1)).toMatchObject({ state: 'waiting', attempts: 0 });
});
