import { expect, test } from 'vitest';
import { BoundedQueue } from '#server/web/limits/bounded-queue.ts';

const BUSY = { reason: { refusal: 'busy' } };

function open() {
  return new BoundedQueue({ atOnce: 2, refusal: 'busy' });
}

test('the queue runs two, keeps sixteen waiting in order, and goes on after a failure', async () => {
  const queue = open();
  const done: number[] = [];
  let running = 0;
  let most = 0;
  const work = (number: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    done.push(number);
    if (number % 3 === 0) throw new Error('a failure');
  };
  const numbers = Array.from({ length: 20 }, (_, index) => index);
  const outcomes = await Promise.allSettled(
    numbers.map((number) => queue.run(work(number), { network: `10.0.0.${number}` })),
  );
  expect(done).toEqual(numbers.slice(0, 18));
  expect(most).toBe(2);
  expect(outcomes.slice(18)).toMatchObject([BUSY, BUSY]);
});

test('three of one network may wait, so that clients of other networks still get in', async () => {
  const queue = open();
  const free = Promise.withResolvers<void>();
  const run = (network: string | null) => queue.run(() => free.promise, { network });
  const flood = Array.from({ length: 6 }, () => run('203.0.113.7'));
  const other = run('198.51.100.7');
  const own = Array.from({ length: 5 }, () => run(null));
  free.resolve();
  const outcomes = await Promise.allSettled(flood);
  expect(outcomes.map(({ status }) => status)).toEqual([...Array.from({ length: 5 }, () => 'fulfilled'), 'rejected']);
  expect(outcomes[5]).toMatchObject(BUSY);
  await Promise.all([other, ...own]);
  await run('203.0.113.7');
});
