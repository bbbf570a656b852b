import { expect, test } from 'vitest';
import { follow } from '#server/workers/follower.ts';
import { keepGoing } from '#server/workers/keep-going.ts';
import { MINUTE, openSite } from '../bookings/site.ts';
import { run, until } from './run.ts';

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
