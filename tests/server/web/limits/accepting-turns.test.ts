import { expect, test } from 'vitest';
import { AcceptingTurns } from '#server/web/limits/accepting-turns.ts';

/** Number of turns that pass before one with work, while each accepts a connection and takes this many milliseconds. */
function turnsUntilWork(turnMs: number): number {
  const accepting = new AcceptingTurns();
  let now = 1000;
  for (let turns = 0; ; turns++) {
    accepting.accepted();
    if (!accepting.isNext(now)) return turns;
    now += turnMs;
  }
}

test('while connections arrive, 16 turns pass between two with work', () => {
  expect(turnsUntilWork(0.1)).toBe(16);
});

test('long turns pass for 10 ms at most', () => {
  expect(turnsUntilWork(4)).toBe(3);
});

test('a turn after which no connection arrived has work', () => {
  const accepting = new AcceptingTurns();
  expect(accepting.isNext(0)).toBe(false);
  accepting.accepted();
  expect([accepting.isNext(1), accepting.isNext(2)]).toEqual([true, false]);
});
