import { expect, test } from 'vitest';
import { claimHours } from '#shared/booking/hours.ts';

test.each([
  ['am', '7:00 am to noon'],
  ['pm', '1:00 pm to 6:00 pm'],
  ['full', '7:00 am to 6:00 pm'],
] as const)('the hours of %s are %s', (claim, words) => {
  expect(claimHours(claim)).toBe(words);
});
