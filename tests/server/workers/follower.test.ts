import { expect, onTestFinished, test, vi } from 'vitest';
import { bookingOf } from '#events/booking.ts';
import { type Follower, follow } from '#server/workers/follower.ts';
import { TryLater } from '#server/workers/worker.ts';
import { type CivilDate, addDays } from '#shared/civil-date.ts';
import { HOUR, MINUTE, type Site, openSite } from '../bookings/site.ts';
import { withFile } from '../../db/folder.ts';
import { pass, run, until } from './run.ts';

const DATES: CivilDate[] = ['2027-03-16', '2027-03-17', '2027-03-18'];

/** A follower of holds that notes whose it handled, and whatever else it is to do. */
function noting(handle: (booking: string) => void = () => {}, more: Partial<Follower<'SlotHeld'>> = {}) {
  const handled: string[] = [];
  const worker = follow<'SlotHeld'>({
    name: 'noting',
    types: ['SlotHeld'],
    async handle(event) {
      const booking = bookingOf(event.stream);
      handled.push(booking);
      handle(booking);
    },
    ...more,
  });
  return { handled, worker };
}

/** Whether the follower has handled everything up to the last hold. */
function isLevel({ store }: Site): boolean {
  const last = store.placesOf(['SlotHeld'])(0, 1000).at(-1)?.position ?? 0;
  return store.checkpoints.get('noting') >= last && store.checkpoints.nextPostponed('noting') === null;
}

/** Three visitors hold a slot each. */
async function threeHolds(site: Site): Promise<string[]> {
  const ids: string[] = [];
  for (const date of DATES) ids.push(await site.visitor().holds({ date }));
  return ids;
}

test('handles each event of its types once, in log order, those of the past and those to come', async () => {
  const site = openSite();
  const past = await threeHolds(site);
  const { handled, worker } = noting();
  run(site, worker);
  await until(() => handled.length === 3);
  const next = await site.visitor().holds({ claim: 'pm' });
  await until(() => handled.length === 4);
  expect(handled).toEqual([...past, next]);
});

test('goes on after its checkpoint when it is started again', async () => {
  const site = openSite();
  await threeHolds(site);
  const first = noting();
  const running = run(site, first.worker);
  await until(() => first.handled.length === 3 && site.store.checkpoints.get('noting') > 0);
  await running.stop();
  const next = await site.visitor().holds({ claim: 'pm' });
  const second = noting();
  run(site, second.worker);
  await until(() => second.handled.length > 0);
  expect(second.handled).toEqual([next]);
});

test('repeats what it may not have finished when it was stopped', async () => {
  const site = openSite();
  const [first, ...others] = await threeHolds(site);
  const interrupted = noting(() => running.abort());
  const running = run(site, interrupted.worker);
  await until(() => interrupted.handled.length > 0);
  await running.stop();
  expect(interrupted.handled).toEqual([first]);
  const { handled, worker } = noting();
  run(site, worker);
  await until(() => handled.length === 3);
  expect(handled).toEqual([first, ...others]);
});

test('keeps up with more events than it reads at once', async () => {
  const site = openSite();
  const dates = Array.from({ length: 30 }, (_, index) => `2027-04-${String(index + 1).padStart(2, '0')}` as CivilDate);
  for (const date of dates) {
    const ada = site.visitor();
    // Every swap is a new hold.
    for (const claim of ['am', 'pm', 'full', 'am'] as const) await ada.holds({ date, claim });
  }
  const { handled, worker } = noting();
  run(site, worker);
  await until(() => handled.length === 120);
  expect(new Set(handled).size).toBe(120);
});

test('a failed event steps aside, is tried again after a while, ever later, and holds up no other', async () => {
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

test('an event waits behind an earlier one of its stream that failed, and then follows at once', async () => {
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

test('an event that stepped aside is handled after a restart, those after it not again', async () => {
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

test('an event whose personal data cannot be read holds up no other', async () => {
  const site = openSite();
  const [first, second, third] = await threeHolds(site);
  const { person } = site.state(first!)!;
  withFile(site.config.dataFolder, 'vault.db', (db) =>
    db.prepare('UPDATE person_keys SET key = zeroblob(32) WHERE person = ?').run(person),
  );
  const { handled, worker } = noting(() => {}, { dueAt: () => 0 });
  run(site, worker);
  await until(() => handled.length === 2);
  expect(handled).toEqual([second, third]);
});

test('a part of an effect that was carried out is not carried out again', async () => {
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

test('when everything fails, the pauses grow, and one event is tried after each', async () => {
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
  // Three lanes in a row are enough to tell.
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

test('waits at least as long as a failure asks for, in the meantime others go on', async () => {
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

test('leaves everything alone as long as a failure asks for that', async () => {
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

test('a clock that was set back while nothing ran prolongs no wait by more than a quarter of an hour', async () => {
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

test('waits until an event is due, by the clock of the business', async () => {
  const site = openSite();
  const ids = await threeHolds(site);
  const { handled, worker } = noting(() => {}, { dueAt: (event) => event.data.expiresAt });
  run(site, worker);
  await site.clock.idle();
  site.clock.advance(30 * MINUTE - 1);
  await site.clock.idle();
  expect(handled).toEqual([]);
  site.clock.advance(1);
  await until(() => handled.length === 3);
  expect(handled).toEqual(ids);
});

test('stopped while it waits, it does nothing, and a later start does it', async () => {
  const site = openSite();
  const [first] = await threeHolds(site);
  const due = { dueAt: () => site.clock.now() + HOUR };
  const waiting = noting(() => {}, due);
  const running = run(site, waiting.worker);
  await site.clock.idle();
  await running.stop();
  expect(waiting.handled).toEqual([]);
  expect(site.store.checkpoints.get('noting')).toBe(0);
  const { handled, worker } = noting();
  run(site, worker);
  await until(() => handled.length === 3);
  expect(handled[0]).toBe(first);
});

test('stopped while there is nothing to do, it ends', async () => {
  const site = openSite();
  const { handled, worker } = noting();
  const running = run(site, worker);
  await running.stop();
  await threeHolds(site);
  expect(handled).toEqual([]);
});
