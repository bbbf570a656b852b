import { expect, test } from 'vitest';
import { wordChangeRefusal, wordRefusal } from '#client/wording/refusals.ts';

test('an unknown name gets the general words', () => {
  expect(wordRefusal('constructor')).toBe(wordRefusal(undefined));
  expect(wordChangeRefusal('constructor')).toBe(wordChangeRefusal(undefined));
});
