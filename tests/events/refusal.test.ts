import { expect, test } from 'vitest';
import { Rejected, isRefusal, refuse } from '#events/refusal.ts';

test('a refusal is told from events by its name', () => {
  expect(isRefusal(refuse('slot-taken'))).toBe(true);
  expect(isRefusal({ booking: [], day: [] })).toBe(false);
});

test('a refusal on its way out of a change is an error that carries its name', () => {
  const error = new Rejected('too-soon');
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: 'Rejected', message: 'too-soon', refusal: 'too-soon' });
});
