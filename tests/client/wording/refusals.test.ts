import { expect, test } from 'vitest';
import { wordChangeRefusal, wordRefusal } from '#client/wording/refusals.ts';

const NAMES = [
  'slot-taken',
  'too-soon',
  'too-far',
  'not-held',
  'overtaken',
  'session-ended',
  'invalid',
  'key-reused',
  'payments-down',
  'storage-down',
  'busy',
  'too-many',
  'too-many-holds',
  'holds-full',
  'not-found',
];

test.each(NAMES)('%s has words of its own', (name) => {
  expect(wordRefusal(name)).not.toBe(wordRefusal('no such name'));
});

test('a name nobody worded is still answered', () => {
  expect(wordRefusal('constructor')).toBe(wordRefusal(undefined));
});

const CHANGES = [
  'slot-taken',
  'own-visit',
  'payments-down',
  'too-soon',
  'too-far',
  'too-late',
  'same-slot',
  'wrong-service',
  'not-confirmed',
  'visit-started',
  'terms-changed',
  'plans-changed',
  'link-replaced',
  'unknown-booking',
  'key-reused',
  'invalid',
  'too-many',
  'busy',
  'storage-down',
];

test.each(CHANGES)('%s of a change has words of its own', (name) => {
  expect(wordChangeRefusal(name)).not.toBe(wordChangeRefusal('no such name'));
});
