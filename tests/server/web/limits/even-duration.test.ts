import { expect, test } from 'vitest';
import { evenDuration } from '#server/web/limits/even-duration.ts';

/** Timers count in whole milliseconds. */
const LEAST_MS = 99;

test.each([
  ['is done at once', () => Promise.resolve()],
  ['is refused at once', () => Promise.reject(new Error('refused'))],
])('work that %s takes at least a tenth of a second', async (_, work) => {
  const begin = performance.now();
  await evenDuration()(work).catch(() => null);
  expect(performance.now() - begin).toBeGreaterThan(LEAST_MS);
});

test('the work’s result and error are passed on', async () => {
  await expect(evenDuration(0)(() => Promise.resolve('done'))).resolves.toBe('done');
  await expect(evenDuration(0)(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});
