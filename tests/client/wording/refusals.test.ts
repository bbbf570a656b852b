import { expect, test } from 'vitest';
import { wordChangeRefusal, wordRefusal } from '#client/wording/refusals.ts';

test('an unknown refusal gets the general text', () => {
  expect(wordRefusal('constructor')).toBe(wordRefusal(undefined));
  expect(wordChangeRefusal('constructor')).toBe(wordChangeRefusal(undefined));
});
