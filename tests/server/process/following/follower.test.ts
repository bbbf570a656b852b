import { expect, test } from 'vitest';
import type { CivilDate } from '#shared/civil-date.ts';
import { HOUR, MINUTE, openSite } from '../../bookings/site.ts';
import { noting, threeHolds } from '../../workers/noting.ts';
import { run, until } from '../../workers/run.ts';

test('handles each past and later event of its types once, in log order', async () => {
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

test('repeats an event that it may not have finished when it was stopped', async () => {
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

test('lags by the events of its types that it has not come to', async () => {
  const site = openSite();
  await threeHolds(site);
  const { handled, worker } = noting(() => {}, { dueAt: (event) => event.data.expiresAt });
  run(site, worker);
  await site.clock.idle();
  const lag = () => site.store.checkpoints.all().find(({ name }) => name === 'noting')?.waiting;
  expect(lag()).toBe(3);
  site.clock.advance(30 * MINUTE);
  await until(() => handled.length === 3);
  await until(() => lag() === 0);
});

test('stopped while it waits, it handles no event, and a later start does', async () => {
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

test('stopped while it is idle, it ends', async () => {
  const site = openSite();
  const { handled, worker } = noting();
  const running = run(site, worker);
  await running.stop();
  await threeHolds(site);
  expect(handled).toEqual([]);
});
