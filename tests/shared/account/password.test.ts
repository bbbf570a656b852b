import { expect, test } from 'vitest';
import { passwordFault } from '#shared/account/password.ts';

test.each([
  ['ten letters', 'abcdefghij', null],
  ['nine letters', 'abcdefghi', 'too-short'],
  ['three emoji', '🦊🐼🐸', 'too-short'],
  ['ten emoji', '🦊🐼🐸🐙🦉🦊🐼🐸🐙🦉', null],
  ['families, of which each has four in it', '👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 'too-few-different'],
  ['thumbs of five skin tones', '👍👍🏻👍🏼👍🏽👍🏾👍🏿👍👍🏻👍🏼👍🏽', 'too-few-different'],
  ['letters with accents that are typed apart', 'e\u0301'.repeat(5), 'too-short'],
  ['joiners alone', '\u200d'.repeat(40), 'too-short'],
  ['four different letters', 'abcdabcdabcdabcd', 'too-few-different'],
  ['five different letters', 'abcdeabcde', null],
  ['words', 'quiet otters paddle home', null],
  ['256 bytes', `abcde${'x'.repeat(251)}`, null],
  ['257 bytes', `abcde${'x'.repeat(252)}`, 'too-long'],
  ['129 letters of two bytes each', 'é'.repeat(129), 'too-long'],
  ['nothing', '', 'too-short'],
] as const)('of %s: %j is %s', (_, password, fault) => {
  expect(passwordFault(password)).toBe(fault);
});
