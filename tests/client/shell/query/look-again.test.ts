import { expect, test } from 'vitest';
import { lookAgainMs } from '#client/shell/query/look-again.ts';

test('a page polls often while a refund is under way, rarely while it keeps failing, and otherwise not', () => {
  expect(lookAgainMs(['succeeded', 'failed', 'requested'])).toBe(3000);
  expect(lookAgainMs(['succeeded', 'failed'])).toBe(30_000);
  expect(lookAgainMs(['succeeded', 'none'])).toBe(false);
  expect(lookAgainMs([])).toBe(false);
});
