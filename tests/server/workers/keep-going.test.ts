import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { follow } from '#server/workers/follower.ts';
import { keepGoing } from '#server/workers/keep-going.ts';
import { HOUR, MINUTE, openSite } from '../bookings/site.ts';
import { pass, run, until } from './run.ts';

test('a worker whose checkpoint cannot be written begins again and repeats only that event', async () => {
  const site = openSite();
  const first = await site.visitor().holds({ date: '2027-03-16' });
  const second = await site.visitor().holds({ date: '2027-03-17' });
  const handled: string[] = [];
  const { checkpoints } = site.store;
  const set = checkpoints.set.bind(checkpoints);
  let isFull = true;
  checkpoints.set = (follower, position) => {
    if (isFull) throw new Error('the disk is full');
    set(follower, position);
  };
  const worker = follow<'SlotHeld'>({
    name: 'noting',
    types: ['SlotHeld'],
    handle: async (event) => void handled.push(event.stream.slice('booking-'.length)),
  });
  run(site, keepGoing('noting', worker));
  await site.clock.idle();
  isFull = false;
  site.clock.advance(MINUTE);
  await until(() => handled.length === 3);
  expect(handled).toEqual([first, first, second]);
});

test('while the disk takes no checkpoint nothing is done twice, and one line says so', async () => {
  const site = openSite();
  const first = await site.visitor().holds({ date: '2027-03-16' });
  const second = await site.visitor().holds({ date: '2027-03-17' });
  const handled: string[] = [];
  const { checkpoints } = site.store;
  const set = checkpoints.set.bind(checkpoints);
  let isFull = true;
  checkpoints.set = (follower, position) => {
    if (isFull) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
    set(follower, position);
  };
  const worker = follow<'SlotHeld'>({
    name: 'noting',
    types: ['SlotHeld'],
    handle: async (event) => void handled.push(event.stream.slice('booking-'.length)),
  });
  run(site, keepGoing('noting', worker));
  await pass(site, HOUR, () => site.clock.elapsed() >= HOUR - MINUTE);
  isFull = false;
  await pass(site, MINUTE, () => handled.length === 2);
  expect(handled).toEqual([first, second]);
  expect(site.lines.filter((line) => line.includes('"worker":"noting"'))).toHaveLength(2);
});

test('a worker that keeps failing is tried every minute at least, and says so ever more rarely, once an hour at least', async () => {
  const site = openSite();
  let tries = 0;
  const failing = async () => {
    tries += 1;
    throw new Error('no luck');
  };
  run(site, keepGoing('failing', failing));
  await pass(site, 6 * HOUR, () => site.clock.elapsed() >= 5 * HOUR);
  const lines = site.lines.filter((line) => line.includes('begins again'));
  expect(tries).toBeGreaterThan(290);
  expect(lines.length).toBeGreaterThanOrEqual(12 + 3);
  expect(lines.length).toBeLessThan(20);
});
