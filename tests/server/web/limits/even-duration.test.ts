import { expect, test } from 'vitest';
import { evenDuration } from '#server/web/limits/even-duration.ts';

/** Timers count in whole milliseconds. */
const LEAST_MS = 99;

test.each([
  ['is done at once', () => Promise.resolve()],
  ['is refused at once', () => Promise.reject(new Error('refused'))],
])('work that %s is answered after a tenth of a second at the earliest', async (_, work) => {
  const begin = performance.now();
  await evenDuration()(work).catch(() => null);
  expect(performance.now() - begin).toBeGreaterThan(LEAST_MS);
});

test('what the work resolves with and throws is passed on', async () => {
  await expect(evenDuration(0)(() => Promise.resolve('done'))).resolves.toBe('done');
  await expect(evenDuration(0)(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});
