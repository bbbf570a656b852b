import { expect, test } from 'vitest';
import { clockTime, dateAt } from '#shared/time-zone.ts';

test('an instant reads as the clocks of the zone show it, summer and winter', () => {
  expect(clockTime(Date.parse('2027-07-01T17:32:59Z'), 'America/Los_Angeles')).toBe('10:32 am');
  expect(clockTime(Date.parse('2027-01-01T20:05:00Z'), 'America/Los_Angeles')).toBe('12:05 pm');
});

test('an instant falls on the date of the zone', () => {
  expect(dateAt(Date.parse('2027-03-09T07:59:59Z'), 'America/Los_Angeles')).toBe('2027-03-08');
  expect(dateAt(Date.parse('2027-03-09T08:00:00Z'), 'America/Los_Angeles')).toBe('2027-03-09');
});
