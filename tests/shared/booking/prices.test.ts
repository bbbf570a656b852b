import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { priceOf, pricesOn } from '#shared/booking/prices.ts';
import { addDays } from '#shared/civil-date.ts';

const LISTS = [
  { from: '2026-01-01', 'half-day': 29_900, 'full-day': 49_900 },
  { from: '2027-03-14', 'half-day': 32_900, 'full-day': 54_900 },
  { from: '2027-11-07', 'half-day': 31_900, 'full-day': 52_900 },
] as const;

test('a half day is $299 and a full day $499', () => {
  expect(priceOf('half-day', '2027-03-09')).toBe(29_900);
  expect(priceOf('full-day', '2027-03-09')).toBe(49_900);
});

test('a price list applies from its day until the day before the next', () => {
  assert(
    property(integer({ min: -400, max: 800 }), (days) => {
      const day = addDays('2027-03-14', days);
      const cents = day < '2027-03-14' ? 29_900 : day < '2027-11-07' ? 32_900 : 31_900;
      expect(pricesOn(day, LISTS)['half-day']).toBe(cents);
    }),
  );
});
