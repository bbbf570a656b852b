import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Gate } from '#db/disk/retry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MS = 3000;

/** Waits at the gate; returns whether the waiting has ended. */
function waits(gate: Gate): () => boolean {
  let isOver = false;
  void gate.wait(MS).then(() => (isOver = true));
  return () => isOver;
}

test('a query passes when the gate opens', async () => {
  const gate = new Gate();
  const isOver = waits(gate);
  await vi.advanceTimersByTimeAsync(MS - 1);
  expect(isOver()).toBe(false);
  gate.open();
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(true);
});

test('who comes after another has waited in vain does not wait again, until the gate has been open', async () => {
  const gate = new Gate();
  const first = waits(gate);
  await vi.advanceTimersByTimeAsync(MS - 1000);
  const second = waits(gate);
  await vi.advanceTimersByTimeAsync(999);
  expect([first(), second()]).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(1);
  expect([first(), second()]).toEqual([true, true]);
  const third = waits(gate);
  await vi.advanceTimersByTimeAsync(0);
  expect(third()).toBe(true);

  gate.open();
  const fourth = waits(gate);
  await vi.advanceTimersByTimeAsync(MS - 1);
  expect(fourth()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(fourth()).toBe(true);
});
