import { expect, test } from 'vitest';
import { formatCents } from '#shared/money.ts';

test.each([
  [29_900, '$299'],
  [49_900, '$499'],
  [0, '$0'],
  [29_950, '$299.50'],
  [5, '$0.05'],
  [123_456_700, '$1,234,567'],
  [-29_900, '-$299'],
])('%i cents are written %s', (cents, words) => {
  expect(formatCents(cents)).toBe(words);
});
