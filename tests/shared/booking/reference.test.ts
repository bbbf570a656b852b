import { expect, test } from 'vitest';
import { referenceOf } from '#shared/booking/reference.ts';

const START = '0195f0a0-0000-7000-8000-00';

test.each([
  ['0000000000', 'A0000000'],
  ['7fffffffff', 'SZZZZZZZ'],
  ['23456789ab', 'ED2PF2DB'],
])('an id that ends in %s has the reference %s', (end, reference) => {
  expect(referenceOf(START + end)).toBe(reference);
});

test('it is eight letters and digits that are not taken for each other, the first a letter', () => {
  for (let each = 0; each < 5000; each += 1) {
    const end = BigInt(each * 219_902_325)
      .toString(16)
      .padStart(10, '0');
    expect(referenceOf(START + end)).toMatch(/^[A-HJKMNP-S][0-9A-HJKMNP-TV-Z]{7}$/);
  }
});
