import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { progressOn } from '#server/cli/progress.ts';

function screen(isTTY: boolean) {
  let text = '';
  const stream = new Writable({
    write(chunk, _, done) {
      text += String(chunk);
      done();
    },
  });
  return { stream: Object.assign(stream, { isTTY }), shown: () => text };
}

test('a terminal gets a bar that ends full', () => {
  const { stream, shown } = screen(true);
  const progress = progressOn(stream, 'bookings');
  progress.reached(1000, 4000);
  progress.reached(4000, 4000);
  progress.done();
  const text = shown();
  expect(text).toContain('bookings [');
  expect(text).toContain('100% 4000 of 4000 events');
  expect(text.split('\n').length).toBeLessThanOrEqual(2);
});

test('any other output gets a line for each tenth, and one for the end', () => {
  const { stream, shown } = screen(false);
  const progress = progressOn(stream, 'bookings');
  for (let position = 1000; position <= 100_000; position += 1000) progress.reached(position, 100_000);
  progress.reached(100_000, 100_000);
  progress.done();
  const lines = shown().trim().split('\n');
  expect(lines[0]).toMatch(/^bookings 1% \(1000 of 100000 events, \d+ s left\)$/);
  expect(lines.at(-1)).toBe('bookings 100% (100000 of 100000 events)');
  expect(lines).toHaveLength(11);
});

test('an empty log is done at once', () => {
  const { stream, shown } = screen(false);
  progressOn(stream, 'verifying').reached(0, 0);
  expect(shown()).toBe('verifying 100% (0 of 0 events)\n');
});

test.each([true, false])('progress that never began ends without output (terminal: %s)', (isTTY) => {
  const { stream, shown } = screen(isTTY);
  progressOn(stream, 'bookings').done();
  expect(shown()).toBe('');
});
