import { expect, test } from 'vitest';
import { lookAgainMs } from '#client/shell/query/look-again.ts';

test('a page looks again soon while money is on its way back, now and then while that fails, and else not', () => {
  expect(lookAgainMs(['succeeded', 'failed', 'requested'])).toBe(3000);
  expect(lookAgainMs(['succeeded', 'failed'])).toBe(30_000);
  expect(lookAgainMs(['succeeded', 'none'])).toBe(false);
  expect(lookAgainMs([])).toBe(false);
});
