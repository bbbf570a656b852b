import { expect, onTestFinished, test, vi } from 'vitest';
import { bookingOf } from '#events/booking/booking.ts';
import { follow } from '#server/process/following/follower.ts';
import { TryLater } from '#server/process/following/worker.ts';
import { addDays } from '#shared/civil-date.ts';
import { HOUR, MINUTE, openSite } from '../bookings/site.ts';
import { isLevel, noting, threeHolds } from './noting.ts';
import { pass, run, until } from './run.ts';

test('a failed event steps aside, is retried with backoff, and delays no other', async () => {
  const site = openSite();
  const [first, second, third] = await threeHolds(site);
  let failures = 0;
  const { handled, worker } = noting((booking) => {
    if (booking === second && ++failures <= 3) throw new Error('no luck');
  });
  run(site, worker);
  await until(() => handled.length === 3);
  for (const ceiling of [1000, 2000, 4000]) {
    await site.clock.idle();
    const before = handled.length;
    site.clock.advance(ceiling);
    await until(() => handled.length > before);
  }
  await until(() => isLevel(site));
  expect(handled).toEqual([first, second, third, second, second, second]);
  expect(site.lines.filter((line) => line.includes('work failed, will be tried again'))).toHaveLength(3);
});

test('an event waits behind an earlier failed one of its stream, and then follows at once', async () => {
  const site = openSite();
  const handled: string[] = [];
  let isBroken = true;
  const worker = follow<'SlotHeld' | 'CheckoutOpened'>({
    name: 'noting',
    types: ['SlotHeld', 'CheckoutOpened'],
    async handle({ type, stream }) {
      handled.push(`${type} ${bookingOf(stream)}`);
      if (isBroken && bookingOf(stream) === stuck) throw new Error('no luck');
    },
  });
  const stuck = await site.visitor().holds();
  const other = await site.visitor().holds({ claim: 'pm' });
  run(site, worker);
  await until(() => handled.length === 3);
  expect(handled).toEqual([`SlotHeld ${stuck}`, `SlotHeld ${other}`, `CheckoutOpened ${other}`]);
  isBroken = false;
  await site.clock.idle();
  site.clock.advance(1000);
  await until(() => isLevel(site));
  expect(handled.slice(3)).toEqual([`SlotHeld ${stuck}`, `CheckoutOpened ${stuck}`]);
});

test('an event that stepped aside is handled after a restart, later ones not again', async () => {
  const site = openSite();
  const [first, second, third] = await threeHolds(site);
  const failing = noting((booking) => {
    if (booking === first) throw new Error('no luck');
  });
  const running = run(site, failing.worker);
  await until(() => failing.handled.length === 3);
  await site.clock.idle();
  await running.stop();
  expect(failing.handled).toEqual([first, second, third]);
  const { handled, worker } = noting();
  run(site, worker);
  await site.clock.idle();
  site.clock.advance(1000);
  await until(() => isLevel(site));
  expect(handled).toEqual([first]);
});

test('an unreadable event delays no other', async () => {
  const site = openSite();
  const [first, second, third] = await threeHolds(site);
  const { store } = site;
  const eventAt = store.eventAt.bind(store);
  vi.spyOn(store, 'eventAt').mockImplementation(async (position) => {
    const event = await eventAt(position);
    if (bookingOf(event.stream) === first) throw new Error('unable to authenticate data');
    return event;
  });
  const { handled, worker } = noting(() => {}, { dueAt: () => 0 });
  run(site, worker);
  await until(() => handled.length === 2);
  expect(handled).toEqual([second, third]);
});

test('a completed part of an effect is not repeated', async () => {
  const site = openSite();
  await site.visitor().holds();
  const parts: string[] = [];
  const worker = follow<'SlotHeld'>({
    name: 'noting',
    types: ['SlotHeld'],
    async handle(_event, _dependencies, { done }) {
      for (const part of ['one', 'two']) {
        if (done.has(part)) continue;
        parts.push(part);
        if (part === 'two' && parts.length === 2) throw new Error('no luck');
        done.add(part);
      }
    },
  });
  const running = run(site, worker);
  await until(() => parts.length === 2);
  await site.clock.idle();
  await running.stop();
  run(site, worker);
  await site.clock.idle();
  site.clock.advance(1000);
  await until(() => isLevel(site));
  expect(parts).toEqual(['one', 'two', 'two']);
});

test('when all events fail, the pauses grow, and one event is tried after each', async () => {
  const site = openSite();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  onTestFinished(() => void vi.restoreAllMocks());
  const ids: string[] = [];
  for (let index = 0; index < 12; index++) {
    ids.push(await site.visitor().holds({ date: addDays('2027-03-16', index) }));
  }
  let isDown = true;
  const { handled, worker } = noting(() => {
    if (isDown) throw new Error('the service is down');
  });
  run(site, worker);
  // Three lanes in a row are enough for the test.
  await site.clock.idle();
  expect(handled).toHaveLength(3);
  for (let second = 0; second < 60; second++) {
    site.clock.advance(1000);
    await site.clock.idle();
  }
  expect(handled.length).toBeLessThan(20);
  isDown = false;
  await pass(site, 2 * MINUTE, () => isLevel(site));
  expect(new Set(handled)).toEqual(new Set(ids));
});

test('waits at least the time that a failure names; meanwhile others continue', async () => {
  const site = openSite();
  const [first, second, third] = await threeHolds(site);
  const { handled, worker } = noting(() => {
    if (handled.length === 1) throw new TryLater('busy', { afterMs: MINUTE, isForAll: false });
  });
  run(site, worker);
  await until(() => handled.length === 3);
  await site.clock.idle();
  site.clock.advance(MINUTE - 1);
  await site.clock.idle();
  expect(handled).toEqual([first, second, third]);
  site.clock.advance(1);
  await until(() => isLevel(site));
  expect(handled).toEqual([first, second, third, first]);
});

test('handles no event for the time that a failure names for all', async () => {
  const site = openSite();
  const [first, second, third] = await threeHolds(site);
  const { handled, worker } = noting(() => {
    if (handled.length === 1) throw new TryLater('too much', { afterMs: MINUTE, isForAll: true });
  });
  run(site, worker);
  await site.clock.idle();
  site.clock.advance(MINUTE - 1);
  await site.clock.idle();
  expect(handled).toEqual([first]);
  site.clock.advance(1);
  await until(() => isLevel(site));
  expect(handled).toHaveLength(4);
  expect(new Set(handled)).toEqual(new Set([first, second, third]));
});

test('a pause of all events does not count as a failure of the event that caused it', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  onTestFinished(() => void vi.restoreAllMocks());
  const site = openSite();
  await site.visitor().holds();
  const { handled, worker } = noting(() => {
    if (handled.length <= 8) throw new TryLater('too much', { afterMs: HOUR, isForAll: true });
    if (handled.length === 9) throw new Error('no luck');
  });
  run(site, worker);
  for (let tries = 1; tries <= 8; tries++) {
    await until(() => handled.length === tries);
    await site.clock.idle();
    site.clock.advance(HOUR);
  }
  await until(() => handled.length === 9);
  await site.clock.idle();
  site.clock.advance(1000);
  await until(() => isLevel(site));
});

test('a clock that is set back an hour prolongs no wait', async () => {
  const site = openSite();
  const [first, second, third] = await threeHolds(site);
  const { handled, worker } = noting((booking) => {
    if (handled.length === 1) throw new TryLater('too much', { afterMs: MINUTE, isForAll: true });
    if (handled.length === 2 && booking === second) throw new Error('no luck');
  });
  run(site, worker);
  await site.clock.idle();
  site.clock.setBack(HOUR);
  site.clock.advance(MINUTE);
  await until(() => handled.length >= 3);
  site.clock.setBack(HOUR);
  await pass(site, MINUTE, () => isLevel(site));
  expect(new Set(handled)).toEqual(new Set([first, second, third]));
});

test('a clock set back while no worker ran prolongs no wait by more than a quarter of an hour', async () => {
  const site = openSite();
  await threeHolds(site);
  const failing = noting(() => {
    throw new Error('no luck');
  });
  const running = run(site, failing.worker);
  await site.clock.idle();
  await running.stop();
  site.clock.setBack(24 * HOUR);
  const { handled, worker } = noting();
  run(site, worker);
  await site.clock.idle();
  site.clock.advance(15 * MINUTE);
  await until(() => handled.length === 3);
});
