import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MovableClock, systemClock, waitFor } from '#server/process/clock.ts';
import { tempFolder } from '../../temp-folder.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NEVER = new AbortController().signal;

let file: string;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2027-03-01T17:00:00Z') });
  file = join(tempFolder(), 'clock.json');
});

afterEach(() => {
  vi.useRealTimers();
});

/** Whether the promise has settled after all due callbacks. */
async function settled(promise: Promise<void>): Promise<boolean> {
  let done = false;
  void promise.then(() => (done = true));
  await vi.advanceTimersByTimeAsync(0);
  return done;
}

test('a movable clock shows real time until it is moved', () => {
  const clock = new MovableClock(file);
  expect(clock.now()).toBe(Date.now());
  clock.advance(HOUR);
  clock.advance(HOUR);
  expect(clock.now()).toBe(Date.now() + 2 * HOUR);
  expect(clock.offset).toBe(2 * HOUR);
});

test('a moved clock stays moved after a restart, and returns to real time permanently', () => {
  new MovableClock(file).advance(HOUR);
  const restarted = new MovableClock(file);
  expect(restarted.now()).toBe(Date.now() + HOUR);
  restarted.reset();
  expect(restarted.now()).toBe(Date.now());
  expect(new MovableClock(file).offset).toBe(0);
  expect(readdirSync(join(file, '..'))).toEqual([]);
});

test.each([
  ['the system clock', () => systemClock],
  ['a movable clock', () => new MovableClock(file)],
])('%s stops waiting when told to, and leaves no timer behind', async (_, make) => {
  const stop = new AbortController();
  // Files of one worker share the fake clock: a store that another file left open may have a timer on it.
  const before = vi.getTimerCount();
  const wait = make().wait(1000, stop.signal);
  expect(vi.getTimerCount()).toBe(before + 1);
  stop.abort();
  // Counted before anything is awaited: the other file's store could start or end a timer meanwhile.
  expect(vi.getTimerCount()).toBe(before);
  expect(await settled(wait)).toBe(true);
  expect(await settled(make().wait(1000, stop.signal))).toBe(true);
});

test('moving the clock wakes all waiting callers', async () => {
  const clock = new MovableClock(file);
  const waits = [clock.wait(HOUR, NEVER), clock.wait(2 * HOUR, NEVER)];
  clock.advance(60_000);
  expect(await settled(waits[0]!)).toBe(true);
  expect(await settled(waits[1]!)).toBe(true);
  const next = clock.wait(HOUR, NEVER);
  expect(await settled(next)).toBe(false);
  clock.reset();
  expect(await settled(next)).toBe(true);
});

test.each([
  ['the system clock', () => systemClock],
  ['a movable clock', () => new MovableClock(file)],
])('%s goes on measuring when the machine’s time is set back', async (_, make) => {
  const clock = make();
  const before = { now: clock.now(), elapsed: clock.elapsed() };
  const waiting = waitFor(clock, 2 * MINUTE, NEVER);
  vi.setSystemTime(Date.now() - HOUR);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(clock.now() - before.now).toBe(MINUTE - HOUR);
  expect(clock.elapsed() - before.elapsed).toBeCloseTo(MINUTE);
  expect(await settled(waiting)).toBe(false);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(await settled(waiting)).toBe(true);
});
