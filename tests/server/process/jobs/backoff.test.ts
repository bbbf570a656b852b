import { expect, test } from 'vitest';
import { backoff, backoffCeiling } from '#server/process/jobs/backoff.ts';

test('the backoff doubles from 1 second to 15 minutes', () => {
  expect([1, 2, 3, 4, 10, 11, 12, 1000].map(backoffCeiling)).toEqual([
    1000, 2000, 4000, 8000, 512_000, 900_000, 900_000, 900_000,
  ]);
});

test('the backoff has full jitter', () => {
  expect(backoff(3, () => 0)).toBe(1);
  expect(backoff(3, () => 0.5)).toBe(2000);
  expect(backoff(3, () => 0.999_999)).toBe(4000);
});
