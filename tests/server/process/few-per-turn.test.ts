import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FewPerTurn } from '#server/bookings/availability/live-availability.ts';

test('callers continue in their order, a few in each turn of the event loop', async () => {
  const turns = new FewPerTurn(3);
  const continued: number[] = [];
  for (let index = 0; index < 7; index++) void turns.next().then(() => continued.push(index));
  const seen: number[] = [];
  while (continued.length < 7) {
    await nextTurn();
    seen.push(continued.length);
  }
  expect(continued).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(seen).toEqual([3, 6, 7]);
});

test('a caller that comes after all others have continued continues in the next turn', async () => {
  const turns = new FewPerTurn(1);
  await turns.next();
  let hasContinued = false;
  void turns.next().then(() => (hasContinued = true));
  await nextTurn();
  expect(hasContinued).toBe(true);
});
