import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { follow } from '#server/process/following/follower.ts';
import { keepGoing } from '#server/process/following/keep-going.ts';
import { HOUR, MINUTE, openSite } from '../../bookings/site.ts';
import { pass, passMinutes, run, until } from '../../workers/run.ts';

/** A worker that notes two holds. Writes of its checkpoint fail with this error until the test allows them. */
async function noting(failure: Error) {
  const site = openSite();
  const ids = [await site.visitor().holds({ date: '2027-03-16' }), await site.visitor().holds({ date: '2027-03-17' })];
  const handled: string[] = [];
  const { checkpoints } = site.store;
  const set = checkpoints.set.bind(checkpoints);
  let isFull = true;
  checkpoints.set = (follower, position) => {
    if (isFull) throw failure;
    set(follower, position);
  };
  const worker = follow<'SlotHeld'>({
    name: 'noting',
    types: ['SlotHeld'],
    handle: async (event) => void handled.push(event.stream.slice('booking-'.length)),
  });
  run(site, keepGoing('noting', worker));
  return { site, ids, handled, makeRoom: () => void (isFull = false) };
}

test('a worker whose checkpoint cannot be written restarts and repeats only that event', async () => {
  const { site, ids, handled, makeRoom } = await noting(new Error('the disk is full'));
  await site.clock.idle();
  makeRoom();
  site.clock.advance(MINUTE);
  await until(() => handled.length === 3);
  expect(handled).toEqual([ids[0], ...ids]);
});

test('while the disk accepts no checkpoint, no event is handled twice, and one line says so', async () => {
  const { site, ids, handled, makeRoom } = await noting(
    new Database.SqliteError('database or disk is full', 'SQLITE_FULL'),
  );
  await pass(site, HOUR, () => site.clock.elapsed() >= HOUR - MINUTE);
  makeRoom();
  await pass(site, MINUTE, () => handled.length === 2);
  expect(handled).toEqual(ids);
  expect(site.lines.filter((line) => line.includes('"worker":"noting"'))).toHaveLength(2);
});

test('a failing worker is retried at least every minute, and logged ever more rarely, at least once an hour', async () => {
  const site = openSite();
  let tries = 0;
  const failing = async () => {
    tries += 1;
    throw new Error('no luck');
  };
  run(site, keepGoing('failing', failing));
  await pass(site, 2 * HOUR, () => site.clock.elapsed() >= HOUR);
  const triesOfAnHour = tries;
  await passMinutes(site, 4 * 60);
  const lines = site.lines.filter((line) => line.includes('begins again'));
  // The last attempt may still run.
  expect(tries - triesOfAnHour).toBeGreaterThanOrEqual(4 * 60 - 1);
  expect(lines.length).toBeGreaterThanOrEqual(12 + 3);
  expect(lines.length).toBeLessThan(20);
});
