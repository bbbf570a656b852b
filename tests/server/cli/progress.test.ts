import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { showProgress } from '#server/cli/progress.ts';

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

test('on a terminal, progress is a bar that ends full', () => {
  const { stream, shown } = screen(true);
  const progress = showProgress('bookings', 'events', stream);
  progress.reached(1000, 4000);
  progress.reached(4000, 4000);
  progress.done();
  const text = shown();
  expect(text).toContain('bookings [');
  expect(text).toContain('100% 4,000 of 4,000 events');
  expect(text.split('\n').length).toBeLessThanOrEqual(2);
});

test('output to a file or a program has no progress bar', () => {
  const { stream, shown } = screen(false);
  const progress = showProgress('bookings', 'events', stream);
  progress.reached(1000, 4000);
  progress.done();
  expect(shown()).toBe('');
});

test.each([true, false])('progress that never began ends without output (terminal: %s)', (isTTY) => {
  const { stream, shown } = screen(isTTY);
  showProgress('bookings', 'events', stream).done();
  expect(shown()).toBe('');
});
