import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Limiter } from '#server/web/limits/limiter.ts';
import { POLICIES } from '#server/web/limits/policies.ts';

function open(factor = 1) {
  const clock = { now: 0 };
  return { clock, limiter: new Limiter({ factor, now: () => clock.now }) };
}

const GUESS = { policy: 'signInAddress', key: '203.0.113.7 ada@example.com' } as const;
const { burst } = POLICIES.signInAddress;

/** The number of admitted requests. */
function passed(limiter: Limiter, times: number, limit: Parameters<Limiter['takePoint']>[0] = GUESS): number {
  return Array.from({ length: times }, () => limiter.takePoint(limit)).filter((seconds) => seconds === 0).length;
}

test('a key has a burst, and leaves the points of other keys and policies alone', () => {
  const { limiter } = open();
  expect(passed(limiter, 100)).toBe(burst);
  expect(limiter.takePoint({ ...GUESS, key: '198.51.100.7 ada@example.com' })).toBe(0);
  expect(limiter.takePoint({ policy: 'signIn', key: GUESS.key })).toBe(0);
});

test('a point that is returned can be taken again, and a key never has more than its burst', () => {
  const { limiter } = open();
  passed(limiter, burst);
  limiter.returnPoint(GUESS);
  expect(passed(limiter, 10)).toBe(1);
  for (let time = 0; time < 100; time++) limiter.returnPoint(GUESS);
  expect(passed(limiter, 100)).toBe(burst);
});

test('above the number of remembered keys, the longest unused one has all its points back', () => {
  const { limiter } = open();
  const others = (count: number, name: string) => {
    for (let index = 0; index < count; index++) limiter.takePoint({ ...GUESS, key: `${name} ${index}` });
  };
  passed(limiter, burst);
  others(5000, 'a');
  expect(limiter.takePoint(GUESS)).toBeGreaterThan(0);
  others(9999, 'b');
  expect(limiter.takePoint(GUESS)).toBeGreaterThan(0);
  others(10_000, 'c');
  expect(limiter.takePoint(GUESS)).toBe(0);
});

/** The cells of a table, without the spaces that align them. */
function cells(row: string): string {
  return row.replaceAll(/ *\| */g, '|');
}

test.each(Object.values(POLICIES))('docs/operating.md says what a day lets through: $what', async (policy) => {
  const { limiter, clock } = open();
  const limit = { policy: nameOf(policy.what), key: 'k' };
  let day = passed(limiter, policy.burst + 1, limit);
  for (let minute = 1; minute <= 24 * 60; minute++) {
    clock.now = minute * 60_000;
    day += passed(limiter, Math.ceil(policy.perMinute) + 1, limit);
  }
  expect(day).toBe(Math.floor(policy.burst + policy.perMinute * 1440 + 1e-6));
  const row = `|${policy.what}|${policy.by}|${policy.burst.toLocaleString('en-US')}|${day.toLocaleString('en-US')}|`;
  expect(cells(readFileSync('docs/operating.md', 'utf8'))).toContain(row);
});

function nameOf(what: string) {
  return (Object.keys(POLICIES) as (keyof typeof POLICIES)[]).find((name) => POLICIES[name].what === what)!;
}
