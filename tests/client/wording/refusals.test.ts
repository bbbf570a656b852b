import { expect, test } from 'vitest';
import { wordRefusal } from '#client/wording/refusals.ts';

const NAMES = [
  'slot-taken',
  'too-soon',
  'too-far',
  'not-held',
  'invalid',
  'key-reused',
  'payments-down',
  'busy',
  'not-found',
];

test.each(NAMES)('%s has words of its own', (name) => {
  expect(wordRefusal(name)).not.toBe(wordRefusal('no such name'));
});

test('a name nobody worded is still answered', () => {
  expect(wordRefusal('constructor')).toBe(wordRefusal(undefined));
});
