import { expect, test } from 'vitest';
import { TokenBuckets } from '#server/process/token-buckets.ts';

function open({ burst = 3, perMinute = 6, most = 100 } = {}) {
  const clock = { now: 0 };
  return { clock, buckets: new TokenBuckets({ burst, perMinute }, most, () => clock.now) };
}

test('a burst is allowed, then each request waits for a token', () => {
  const { buckets } = open();
  expect(['a', 'a', 'a', 'a'].map((key) => buckets.take(key))).toEqual([0, 0, 0, 10_000]);
});

test('each key has its own bucket', () => {
  const { buckets } = open({ burst: 1 });
  expect(['a', 'b', 'a'].map((key) => buckets.take(key))).toEqual([0, 0, 10_000]);
});

test('tokens are refilled one by one, up to the size of the bucket', () => {
  const { buckets, clock } = open();
  for (let time = 0; time < 3; time++) buckets.take('a');
  clock.now = 9_000;
  expect(buckets.take('a')).toBe(1000);
  clock.now = 10_000;
  expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 10_000]);
  clock.now = 10_000_000;
  expect(['a', 'a', 'a', 'a'].map((key) => buckets.take(key))).toEqual([0, 0, 0, 10_000]);
});

test('a refused request does not lengthen the wait', () => {
  const { buckets, clock } = open({ burst: 1 });
  buckets.take('a');
  for (let time = 0; time < 100; time++) buckets.take('a');
  clock.now = 10_000;
  expect(buckets.take('a')).toBe(0);
});

test('the number of keys is limited; the key idle longest is dropped first', () => {
  const { buckets } = open({ burst: 1, most: 2 });
  for (const key of ['a', 'b', 'a', 'c']) buckets.take(key);
  expect([buckets.take('a') > 0, buckets.take('b')]).toEqual([true, 0]);
});

test('a full bucket takes no memory', () => {
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
