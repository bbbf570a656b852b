import { expect, test } from 'vitest';
import { TokenBuckets } from '#server/web/limits/token-buckets.ts';

function open({ burst = 3, perMinute = 6, most = 100 } = {}) {
  const clock = { now: 0 };
  return { clock, buckets: new TokenBuckets({ burst, perMinute }, most, () => clock.now) };
}

test('so many at once, then the wait for the next one', () => {
  const { buckets } = open();
  expect(['a', 'a', 'a', 'a'].map((key) => buckets.take(key))).toEqual([0, 0, 0, 10_000]);
});

test('each key has a bucket of its own', () => {
  const { buckets } = open({ burst: 1 });
  expect(['a', 'b', 'a'].map((key) => buckets.take(key))).toEqual([0, 0, 10_000]);
});

test('tokens come back one by one, and never more than there is room for', () => {
  const { buckets, clock } = open();
  for (let time = 0; time < 3; time++) buckets.take('a');
  clock.now = 9_000;
  expect(buckets.take('a')).toBe(1000);
  clock.now = 10_000;
  expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 10_000]);
  clock.now = 10_000_000;
  expect(['a', 'a', 'a', 'a'].map((key) => buckets.take(key))).toEqual([0, 0, 0, 10_000]);
});

test('asking in vain does not lengthen the wait', () => {
  const { buckets, clock } = open({ burst: 1 });
  buckets.take('a');
  for (let time = 0; time < 100; time++) buckets.take('a');
  clock.now = 10_000;
  expect(buckets.take('a')).toBe(0);
});

test('there is room for so many keys; the one idle longest is forgotten first', () => {
  const { buckets } = open({ burst: 1, most: 2 });
  for (const key of ['a', 'b', 'a', 'c']) buckets.take(key);
  expect([buckets.take('a') > 0, buckets.take('b')]).toEqual([true, 0]);
});

test('a bucket that is full again takes no room', () => {
  const { buckets, clock } = open({ burst: 3, perMinute: 6 });
  for (let index = 0; index < 50; index++) buckets.take(`client ${index}`);
  expect(buckets.size).toBe(50);
  clock.now = 29_999;
  buckets.take('another');
  expect(buckets.size).toBe(51);
  clock.now = 30_000;
  buckets.take('another');
  expect(buckets.size).toBe(1);
});
