import { expect, test } from 'vitest';
import { isRefusal, refuse } from '#events/refusal.ts';

test('a refusal is distinguished from events by its name', () => {
  expect(isRefusal(refuse('slot-taken'))).toBe(true);
  expect(isRefusal({ booking: [], day: [] })).toBe(false);
});
