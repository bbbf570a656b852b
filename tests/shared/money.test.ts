import { expect, test } from 'vitest';
import { formatCents } from '#shared/money.ts';

test.each([
  [29_900, 'cad', 'CAD\u00a0299.00'],
  [29_900, 'jpy', 'JPY\u00a029,900'],
  [29_900, 'usd', '$299'],
])('%i of %s are written %s', (cents, currency, words) => {
  expect(formatCents(cents, currency)).toBe(words);
});

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
